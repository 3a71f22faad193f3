import type { FormerStructure } from '../graph/update-nodes.ts'
import { type FieldValues, getFieldValue, sameValue } from '../node/diff.ts'
import type { ReadNodeFields } from './undo-stacks.ts'

/** What a change of the past did to one node, only the fields it changed. Before null: it made the node. */
export interface PastChange {
  readonly id: string
  readonly before: FieldValues | null
  readonly after: FieldValues
}

/** A node as it shall be again: what it says, and where it stands. */
export interface RevertedNode {
  readonly fields: FieldValues
  readonly place: FormerStructure
}

/** What somebody changed since. Null as the field: the node is not there any more. */
interface ChangedSince {
  readonly kind: 'changed-since'
  readonly id: string
  readonly field: string | null
}

/** No nodes: everything is as it was already. */
export type RevertResult = { readonly kind: 'former'; readonly nodes: readonly RevertedNode[] } | ChangedSince

const contentFields = ['title', 'body', 'status', 'hideChildren', 'projectLink', 'style'] as const
const structureFields = ['parentIds', 'position', 'isDeleted'] as const
const revertableFields = [...contentFields, ...structureFields]

/** What ties a node to a tracker's issue, and nothing else, is not for people to take back. */
export const canRevertChange = ({ before }: PastChange): boolean =>
  before === null || Object.keys(before).some((field) => revertableFields.some((known) => known === field))

/**
 * The present nodes as they were before a change of the past, field by field. A field that somebody changed since is nobody's
 * to take back: then nothing is.
 */
export function revertChanges(changes: readonly PastChange[], read: ReadNodeFields): RevertResult {
  const nodes: RevertedNode[] = []
  for (const change of mergeChangesByNode(changes)) {
    const present = read(change.id)
    if (present === undefined) return { kind: 'changed-since', id: change.id, field: null }
    const former = revertNode(change, present)
    if (former !== null && 'kind' in former) return former
    if (former !== null) nodes.push(former)
  }
  return { kind: 'former', nodes }
}

/** One write may have touched a node twice: it is then as it was before the first, and after the last. */
function mergeChangesByNode(changes: readonly PastChange[]): Iterable<PastChange> {
  const merged = new Map<string, PastChange>()
  for (const change of changes) {
    const first = merged.get(change.id)
    merged.set(change.id, first === undefined ? change : mergeTwoChanges(first, change))
  }
  return merged.values()
}

const mergeTwoChanges = (first: PastChange, then: PastChange): PastChange => ({
  id: first.id,
  before: first.before === null ? null : { ...then.before, ...first.before },
  after: { ...first.after, ...then.after },
})

function revertNode({ id, before, after }: PastChange, present: FieldValues): RevertedNode | ChangedSince | null {
  const isGone = getFieldValue(present, 'isDeleted') === true
  if (before === null) return isGone ? null : { fields: {}, place: { id, isDeleted: true } }
  const wanted: Record<string, unknown> = {}
  for (const field of revertableFields) {
    if (!Object.hasOwn(before, field) || isCoveredByParents(before, field)) continue
    const [was, became, is] = [before, after, present].map((values) => getComparableValue(values, field))
    if (sameValue(is, was)) continue
    if (!sameValue(is, became)) return { kind: 'changed-since', id, field }
    wanted[field] = field === 'style' ? { backgroundColor: was } : was
  }
  if (Object.keys(wanted).length === 0) return null
  if (isGone && !('isDeleted' in wanted)) return { kind: 'changed-since', id, field: 'isDeleted' }
  if ('parentIds' in wanted && Object.hasOwn(before, 'position')) wanted['position'] = before['position']
  return splitContentAndStructure(id, wanted)
}

/** The place among siblings goes with the parents: others may have made room there since, and have moved nothing. */
const isCoveredByParents = (before: FieldValues, field: string): boolean =>
  field === 'position' && Object.hasOwn(before, 'parentIds')

/** Of a style only the colour is a person's. */
function getComparableValue(values: FieldValues, field: string): unknown {
  const value = getFieldValue(values, field)
  return field === 'style' ? getFieldValue((value ?? {}) as FieldValues, 'backgroundColor') : value
}

function splitContentAndStructure(id: string, wanted: FieldValues): RevertedNode {
  const taken = (names: readonly string[]): FieldValues =>
    Object.fromEntries(names.filter((name) => name in wanted).map((name) => [name, wanted[name]]))
  return { fields: taken(contentFields), place: { id, ...taken(structureFields) } }
}

const changedSinceTexts: Readonly<Record<string, string>> = {
  title: 'has been renamed since',
  body: 'has a newer description',
  status: 'has another status by now',
  hideChildren: 'has been folded or unfolded since',
  projectLink: 'has another link by now',
  style: 'has another colour by now',
  parentIds: 'has been moved since',
  position: 'has been moved since',
  layout: 'has another layout by now',
  json: 'has other JSON by now',
}
const nextStepText = 'Undo the newer change first, or change it by hand.'

export const undoTexts = {
  nothingLeft: 'Everything is as it was before this change already',
  notKept: 'What was there before this change was not kept. Change it by hand.',
  notByHand: 'This change cannot be undone here. Change it by hand.',
  missing: 'This change is no longer kept. Change it by hand.',
  /** Of a node or of the project; `isDeleted`: as it now is. */
  changedSince(title: string, field: string | null, isDeleted: boolean): string {
    if (isDeleted) return `“${title}” has been deleted since. Bring it back first.`
    return `“${title}” ${changedSinceTexts[field ?? ''] ?? 'has changed since'}. ${nextStepText}`
  },
} as const
