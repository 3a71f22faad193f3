import { type EstimateUnit, type NodeId, type ProjectDefinitions } from '@espalier/domain'
import { createDateReader } from '@espalier/domain/planning-date-words'
import { toCalendarDate } from '@espalier/domain/planning-dates'
import {
  findQuickEntries,
  type QuickEntryPart,
  type QuickEntrySubjects,
  type QuickEntryValue,
  removeQuickEntries,
} from '@espalier/domain/planning-quick-entry'
import type { Edited, NodeFields, ProjectClient } from '@espalier/sync'
import { randomId } from '../../platform/crypto.ts'
import { quickEntryTexts as texts } from '../../texts/quick-entry.ts'
import { isBlankTitle } from '../../ui/rich-text/title-html.ts'
import { chooseEntryColor } from '../lists/entry-color.ts'

export type TitlePerson = QuickEntrySubjects['people'][number]

/** A word of a title with the field that it stands for. */
export interface TitleField {
  /** As it is written in the title. */
  readonly word: string
  readonly part: QuickEntryPart
  /** One value; a name that fits several people has one for each of them. */
  readonly values: readonly QuickEntryValue[]
}

function getToday(): string {
  const now = new Date()
  return toCalendarDate(now.getFullYear(), now.getMonth() + 1, now.getDate()) ?? ''
}

let dateReader: ReturnType<typeof createDateReader> | null = null

const readDate = (text: string): string | null => {
  dateReader ??= createDateReader(navigator.language)
  return dateReader.read(text, getToday())
}

/** Finds the fields in the current title of a node. The words in `kept` belong to the title. */
export function findTitleFields(
  title: string,
  { tags, estimateUnit }: Pick<ProjectDefinitions, 'tags' | 'estimateUnit'>,
  people: readonly TitlePerson[],
  kept: ReadonlySet<string> = new Set(),
): readonly TitleField[] {
  return findQuickEntries(title, { people, tags, estimateUnit, readDate })
    .map((part) => ({ word: title.slice(part.start, part.end), part, values: splitValue(part.value) }))
    .filter(({ word }) => !kept.has(word))
}

const splitValue = (value: QuickEntryValue): readonly QuickEntryValue[] =>
  value.kind === 'assignee' ? value.userIds.map((id) => ({ kind: 'assignee', userIds: [id] })) : [value]

/** Returns the values that are certain: a name that fits several people is left to a choice. */
export const listCertainFields = (fields: readonly TitleField[]): readonly TitleField[] =>
  fields.filter(({ values }) => values.length === 1)

const dayFormat = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})
const yearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

const formatDay = (date: string): string => {
  const isThisYear = date.slice(0, 4) === getToday().slice(0, 4)
  return (isThisYear ? dayFormat : yearFormat).format(new Date(`${date}T00:00:00Z`))
}

/** Names a value as its chip shows it. */
export function describeTitleValue(
  value: QuickEntryValue,
  people: readonly TitlePerson[],
  estimateUnit: EstimateUnit,
): string {
  switch (value.kind) {
    case 'assignee': {
      const person = people.find(({ id }) => id === value.userIds[0])
      return texts.assign(person?.name || person?.email || '')
    }
    case 'tag':
      return value.tagId === null ? texts.newTag(value.name) : texts.tag(value.name)
    case 'priority':
      return texts.priority[value.priority]
    case 'due':
    case 'start':
      return texts[value.kind](formatDay(value.date))
    case 'estimate':
      return texts.estimate[estimateUnit](value.estimate)
  }
}

/** Fields of one node that a person has accepted. */
export interface AcceptedFields {
  readonly nodeId: NodeId
  readonly fields: readonly TitleField[]
}

/**
 * Sets the accepted fields and takes their words out of the titles, as one undo step. Tags that the project does not have
 * are created first; if that fails, nothing is changed.
 */
export async function setTitleFields(client: ProjectClient, accepted: readonly AcceptedFields[]): Promise<Edited> {
  const created = await createTags(client, accepted)
  if (!created.ok) return created
  const { tags } = client.project.get()
  const tagIds = new Map(tags.map(({ id, name }) => [name, id]))
  return client.edits.group(() => {
    let last: Edited = created
    for (const { nodeId, fields } of accepted) {
      const change = toNodeFields(client.node(nodeId)?.title ?? '', fields, tagIds)
      last = client.edits.change(nodeId, change)
      if (!last.ok) return last
    }
    return last
  })
}

async function createTags(client: ProjectClient, accepted: readonly AcceptedFields[]): Promise<Edited> {
  const { tags } = client.project.get()
  const isKnown = (name: string) => tags.some((tag) => tag.name === name)
  const names = accepted.flatMap(({ fields }) =>
    fields.flatMap(({ values }) => values.flatMap((value) => (value.kind === 'tag' ? value.name : []))),
  )
  const put = [...new Set(names)]
    .filter((name) => !isKnown(name))
    .map((name, at) => ({ id: randomId(), name, colour: chooseEntryColor(tags.length + at) }))
  return put.length === 0 ? { ok: true, value: null } : client.edits.changeDefinitions({ tagChanges: { put } })
}

function toNodeFields(title: string, fields: readonly TitleField[], tagIds: ReadonlyMap<string, string>): NodeFields {
  const values = fields.flatMap((field) => field.values)
  const addAssigneeIds = values.flatMap((value) => (value.kind === 'assignee' ? value.userIds : []))
  const addTagIds = values.flatMap((value) => (value.kind === 'tag' ? (tagIds.get(value.name) ?? []) : []))
  const rest = removeQuickEntries(title, findSameParts(title, fields))
  return {
    ...Object.assign({}, ...values.map(toPlainField)),
    ...(addAssigneeIds.length > 0 && { addAssigneeIds: [...new Set(addAssigneeIds)] }),
    ...(addTagIds.length > 0 && { addTagIds: [...new Set(addTagIds)] }),
    // A node without text could be neither read aloud nor found again, so the last words stay.
    ...(!isBlankTitle(rest) && { title: rest }),
  }
}

function toPlainField(value: QuickEntryValue): NodeFields {
  switch (value.kind) {
    case 'priority':
      return { priority: value.priority }
    case 'due':
      return { dueDate: value.date }
    case 'start':
      return { startDate: value.date }
    case 'estimate':
      return { estimate: value.estimate }
    default:
      return {}
  }
}

/** The title may have changed while a tag was created: a part that is no longer where it was is left alone. */
const findSameParts = (title: string, fields: readonly TitleField[]): readonly QuickEntryPart[] =>
  fields.filter(({ word, part }) => title.slice(part.start, part.end) === word).map(({ part }) => part)
