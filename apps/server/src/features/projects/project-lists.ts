import { randomUUID } from 'node:crypto'
import type { Api } from '@espalier/schema'
import {
  applyListChanges,
  cleanLine,
  exchangeLimits,
  type FieldDefinition,
  isHexColor,
  limits,
  planLimits,
  type SavedView,
  type Stage,
  type Tag,
  viewKinds,
} from '@espalier/domain'
import { listErrorTexts } from '../../texts/projects.ts'
import { accessError } from './policy.ts'
import { isStoredId } from './project-access.ts'
import { badInputError } from './project-input.ts'
import { listVisibleViews } from './project-view.ts'

interface SentListChanges<Input> {
  readonly put?: readonly Input[] | null
  readonly remove?: readonly string[] | null
  readonly order?: readonly string[] | null
}

interface ListEntry {
  readonly id: string
  readonly name: string
}

/** How one list is read. */
interface ListRow<Entry extends ListEntry, Input> {
  readonly name: string
  readonly most: number
  /** Reads an entry. `former` is the one with the same id. */
  read(input: Input, head: ListEntry, former: Entry | undefined, field: string): Entry
}

interface NamedInput {
  readonly id?: string | null
  readonly name: string
}

/** Applies a whole new list and then changes of it. Returns null if the input has neither. */
function changeList<Entry extends ListEntry, Input extends NamedInput>(
  { name, most, read }: ListRow<Entry, Input>,
  present: readonly Entry[],
  whole: readonly Input[] | null | undefined,
  changes: SentListChanges<Input> | null | undefined,
): readonly Entry[] | null {
  if (whole == null && changes == null) return null
  const byId = new Map(present.map((entry) => [entry.id, entry]))
  const readEntries = (inputs: readonly Input[], field: string): readonly Entry[] => {
    const entries = inputs.map((input) => {
      const head = { id: readEntryId(input.id, field), name: readEntryName(input.name, field) }
      return read(input, head, byId.get(head.id), field)
    })
    if (new Set(entries.map(({ id }) => id)).size < entries.length) throw badInputError(listErrorTexts.idTwice, field)
    return entries
  }
  let next = whole == null ? present : readEntries(whole, name)
  const lastField = changes == null ? name : toChangesName(name)
  if (changes != null) {
    const put = readEntries(changes.put ?? [], lastField)
    next = applyListChanges(next, { put, remove: readIds(changes.remove), order: readIds(changes.order) })
  }
  if (next.length > most && next.length > present.length) throw badInputError(listErrorTexts.tooMany(most), lastField)
  if (new Set(next.map((entry) => entry.name)).size < next.length)
    throw badInputError(listErrorTexts.nameTwice, lastField)
  return next
}

const readIds = (ids: readonly string[] | null | undefined): readonly string[] =>
  ids?.map((id) => id.toLowerCase()) ?? []

const toChangesName = (name: string): string => `${name.slice(0, -1)}Changes`

function readEntryId(given: string | null | undefined, field: string): string {
  if (given == null) return randomUUID()
  if (!isStoredId(given)) throw badInputError(listErrorTexts.badId, field)
  return given.toLowerCase()
}

function readEntryName(given: string, field: string): string {
  const name = given.length > exchangeLimits.paste.titleCharacters ? '' : cleanLine(given)
  const { length } = Array.from(name)
  if (length === 0 || length > planLimits.nameCharacters) throw badInputError(listErrorTexts.badName, field)
  return name
}

function readColour(given: string | null | undefined, field: string): string {
  const colour = given ?? limits.nodeColour
  if (!isHexColor(colour)) throw badInputError(listErrorTexts.badColor, field)
  return colour.toLowerCase()
}

const tagRow: ListRow<Tag, Api.TagInput> = {
  name: 'tags',
  most: planLimits.tags,
  read: ({ colour }, head, former, field) => ({ ...head, colour: readColour(colour ?? former?.colour, field) }),
}

const stageRow: ListRow<Stage, Api.StageInput> = {
  name: 'stages',
  most: planLimits.stages,
  read: ({ category, colour, counts }, head, former, field) => ({
    ...head,
    category,
    colour: readColour(colour ?? former?.colour, field),
    counts: counts ?? former?.counts ?? true,
  }),
}

const fieldRow: ListRow<FieldDefinition, Api.FieldDefinitionInput> = {
  name: 'fieldDefinitions',
  most: planLimits.fields,
  read: ({ type, options }, head, former, field) => ({
    ...head,
    type,
    options: readOptions(type, options ?? (former?.type === type ? former.options : []), field),
  }),
}

function readOptions(type: Api.FieldType, given: readonly string[], field: string): readonly string[] {
  const options = given.map((option) => readEntryName(option, field))
  const isRight = type === 'choice' ? options.length > 0 && options.length <= planLimits.options : options.length === 0
  if (!isRight) throw badInputError(listErrorTexts.badOptions, field)
  if (new Set(options).size < options.length) throw badInputError(listErrorTexts.nameTwice, field)
  return options
}

/** The views of others that are private are stored in the same list, but neither seen nor changed. */
const maxStoredViews = 400

interface ViewsRequest {
  readonly present: readonly SavedView[]
  readonly userId: string
  readonly canEdit: boolean
}

/** Returns the views of all people after this change, or null if there is none. */
export function changeViews(
  { views, viewChanges }: Api.ProjectUpdate,
  { present, userId, canEdit }: ViewsRequest,
): readonly SavedView[] | null {
  const visible = listVisibleViews(present, userId)
  const row: ListRow<SavedView, Api.SavedViewInput> = {
    name: 'views',
    most: planLimits.views,
    read: (input, head, former, field) => ({
      ...head,
      ...readView(input, former, field),
      authorId: former?.authorId ?? userId,
    }),
  }
  const wanted = changeList(row, visible, views, viewChanges)
  if (wanted === null) return null
  const hidden = present.filter((view) => !visible.includes(view))
  const hiddenIds = new Set(hidden.map(({ id }) => id))
  if (wanted.some(({ id }) => hiddenIds.has(id))) throw badInputError(listErrorTexts.badId, 'views')
  const next = canEdit ? wanted : keepViewsOfOthers(visible, wanted, { userId, isWhole: views != null })
  if (hidden.length + next.length > maxStoredViews)
    throw badInputError(listErrorTexts.tooMany(planLimits.views), 'views')
  return [...hidden, ...next]
}

/** A viewer who sends a whole list leaves the views of others as they are, and may not name them otherwise. */
function keepViewsOfOthers(
  visible: readonly SavedView[],
  wanted: readonly SavedView[],
  { userId, isWhole }: { readonly userId: string; readonly isWhole: boolean },
): readonly SavedView[] {
  const others = visible.filter(({ authorId }) => authorId !== userId)
  const wantedById = new Map(wanted.map((view) => [view.id, view]))
  const isChanged = others.some((view) => {
    const next = wantedById.get(view.id)
    return next === undefined ? !isWhole : JSON.stringify(next) !== JSON.stringify(view)
  })
  if (isChanged) throw accessError('FORBIDDEN')
  return [...others, ...wanted.filter(({ authorId }) => authorId === userId)]
}

function readView(
  { kind, filter, settings, isShared }: Api.SavedViewInput,
  former: SavedView | undefined,
  field: string,
) {
  if (!(viewKinds as readonly string[]).includes(kind)) throw badInputError(listErrorTexts.badKind, field)
  const text = cleanLine((filter ?? former?.filter ?? '').slice(0, planLimits.view.filterCharacters + 1))
  const stored: unknown = settings === undefined ? (former?.settings ?? {}) : (settings ?? {})
  if (text.length > planLimits.view.filterCharacters || !isStorable(stored))
    throw badInputError(listErrorTexts.viewTooLong, field)
  return { kind, filter: text, settings: stored, isShared: isShared ?? former?.isShared ?? false }
}

/** The database cannot hold control characters or halves of characters in JSON. */
function isStorable(settings: unknown): boolean {
  const text = JSON.stringify(settings)
  return text.length <= planLimits.view.settingsCharacters && !/\\u(?:0000|d[89a-f])/iu.test(text)
}

/** The lists of a project that nodes refer to, after this change. Lists that stay are missing. */
export interface ChangedLists {
  readonly tags?: readonly Tag[]
  readonly stages?: readonly Stage[]
  readonly fieldDefinitions?: readonly FieldDefinition[]
}

export function changeLists(data: Api.ProjectUpdate, present: Required<ChangedLists>): ChangedLists {
  const tags = changeList(tagRow, present.tags, data.tags, data.tagChanges)
  const stages = changeList(stageRow, present.stages, data.stages, data.stageChanges)
  const fieldDefinitions = changeList(
    fieldRow,
    present.fieldDefinitions,
    data.fieldDefinitions,
    data.fieldDefinitionChanges,
  )
  return {
    ...(tags !== null && { tags }),
    ...(stages !== null && { stages }),
    ...(fieldDefinitions !== null && { fieldDefinitions }),
  }
}

/** Whether the update changes lists and choices that only editors may change. */
export const changesEditorsLists = (data: Api.ProjectUpdate): boolean =>
  [
    data.tags,
    data.stages,
    data.fieldDefinitions,
    data.tagChanges,
    data.stageChanges,
    data.fieldDefinitionChanges,
    data.estimateUnit,
    data.integrationSettings?.jiraFields,
  ].some((value) => value != null)

export const changesViews = ({ views, viewChanges }: Api.ProjectUpdate): boolean => views != null || viewChanges != null
