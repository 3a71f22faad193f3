import type { FormerStructure } from '../graph/update-nodes.ts'
import { type FieldValues, getFieldValue, sameValue } from '../node/diff.ts'
import { nestFields, type NodeField, nodeFields, readNodeField } from '../node/record.ts'
import type { ReadNodeFields } from './undo-stacks.ts'

/** The effect of a past change on one node, only its changed fields. Before null: it created the node. */
export interface PastChange {
  readonly id: string
  readonly before: FieldValues | null
  readonly after: FieldValues
}

/** The fields and the structure to restore for a node. */
export interface RevertedNode {
  readonly fields: FieldValues
  readonly place: FormerStructure
}

/** A later change that prevents the revert. Field null: the node no longer exists. */
interface ChangedSince {
  readonly kind: 'changed-since'
  readonly id: string
  readonly field: string | null
}

/** No nodes: everything is as before already. */
export type RevertResult = { readonly kind: 'former'; readonly nodes: readonly RevertedNode[] } | ChangedSince

const { editable, structural } = nodeFields
const revertable = [...editable, ...structural]
const revertableKeys = new Set(revertable.map(({ key }) => key))

/** A change that only links a node to a tracker's issue cannot be reverted by people. */
export const canRevertChange = ({ before }: PastChange): boolean =>
  before === null || Object.keys(before).some((key) => revertableKeys.has(key))

/**
 * Returns the current nodes with the fields from before a past change. If somebody changed one of these fields since,
 * nothing is reverted.
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

/** One write may have changed a node twice: the merged change goes from before the first to after the last. */
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
  const wanted = new Map<string, unknown>()
  for (const field of revertable) {
    if (!Object.hasOwn(before, field.key) || isCoveredByParents(before, field)) continue
    const [was, became, is] = [before, after, present].map((values) => readNodeField(values, field) ?? null)
    if (sameValue(is, was)) continue
    if (!sameValue(is, became)) return { kind: 'changed-since', id, field: field.name }
    wanted.set(field.name, was)
  }
  if (wanted.size === 0) return null
  if (isGone && !wanted.has('isDeleted')) return { kind: 'changed-since', id, field: 'isDeleted' }
  if (wanted.has('parentIds') && Object.hasOwn(before, 'position')) wanted.set('position', before['position'])
  const pick = (fields: readonly NodeField[]): FieldValues => nestFields(fields, ({ name }) => wanted.get(name))
  return { fields: pick(editable), place: { id, ...pick(structural) } }
}

/** The position belongs to the parents: others may have made room there since without moving the node. */
const isCoveredByParents = (before: FieldValues, { name }: NodeField): boolean =>
  name === 'position' && Object.hasOwn(before, 'parentIds')

const projectChangedSince: Readonly<Record<string, string>> = {
  layout: 'has another layout by now',
  json: 'has other JSON by now',
}

function describeNewerChange(name: string): string {
  const field = nodeFields.byName.get(name)
  if (field === undefined) return projectChangedSince[name] ?? 'has changed since'
  return field.changedSince ?? `has another ${field.label} by now`
}

const nextStepText = 'Undo the newer change first, or change it by hand.'

export const undoTexts = {
  nothingLeft: 'Everything is as it was before this change already',
  notKept: 'What was there before this change was not kept. Change it by hand.',
  notByHand: 'This change cannot be undone here. Change it by hand.',
  missing: 'This change is no longer kept. Change it by hand.',
  /** For a node or the project; `isDeleted` is the current state. */
  changedSince(title: string, field: string | null, isDeleted: boolean): string {
    if (isDeleted) return `“${title}” has been deleted since. Bring it back first.`
    return `“${title}” ${describeNewerChange(field ?? '')}. ${nextStepText}`
  },
} as const
