import { defineTexts } from '../core/texts.ts'
import type { FormerStructure } from '../graph/update-nodes.ts'
import { type FieldValues, getFieldValue, sameValue } from '../node/diff.ts'
import { mergeSetChange, nestFields, type NodeField, nodeFields, readNodeField } from '../node/record.ts'
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
    const former = revertValue(field, { was, became, is })
    if (former === undefined) return { kind: 'changed-since', id, field: field.name }
    wanted.set(field.name, former)
  }
  if (wanted.size === 0) return null
  if (isGone && !wanted.has('isDeleted')) return { kind: 'changed-since', id, field: 'isDeleted' }
  if (wanted.has('parentIds') && Object.hasOwn(before, 'position')) wanted.set('position', before['position'])
  const pick = (fields: readonly NodeField[]): FieldValues => nestFields(fields, ({ name }) => wanted.get(name))
  return { fields: pick(editable), place: { id, ...pick(structural) } }
}

interface ThreeValues {
  readonly was: unknown
  readonly became: unknown
  readonly is: unknown
}

/** Returns the value to restore: of a map a patch. Undefined: it has changed since. */
function revertValue({ isMap, isSet }: NodeField, { was, became, is }: ThreeValues): unknown {
  if (isMap) return revertMap({ ...(was as FieldValues) }, { ...(became as FieldValues) }, { ...(is as FieldValues) })
  if (sameValue(is, became)) return was
  return isSet ? mergeSetChange(became, was, is) : undefined
}

/** Reverts the changed keys of a map and leaves the others; null removes a key. */
function revertMap(was: FieldValues, became: FieldValues, is: FieldValues): FieldValues | undefined {
  const patch: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(was), ...Object.keys(became)])) {
    const [former, present] = [getFieldValue(was, key), getFieldValue(is, key)]
    if (sameValue(former, getFieldValue(became, key)) || sameValue(present, former)) continue
    if (!sameValue(present, getFieldValue(became, key))) return undefined
    patch[key] = former
  }
  return patch
}

/** The position belongs to the parents: others may have made room there since without moving the node. */
const isCoveredByParents = (before: FieldValues, { name }: NodeField): boolean =>
  name === 'position' && Object.hasOwn(before, 'parentIds')

const nextStepText = 'Undo the newer change first, or change it by hand.'

export const undoTexts = defineTexts('domain.undo', {
  nothingLeft: 'Everything is already as it was before this change',
  notKept: 'The state before this change was not kept. Change it by hand.',
  notByHand: 'This change cannot be undone here. Change it by hand.',
  missing: 'This change is no longer kept. Change it by hand.',
  deleted: (title: string) => `“${title}” has been deleted since. Bring it back first.`,
  changed: (title: string) => `“${title}” has changed since. ${nextStepText}`,
  otherValue: (title: string, field: string) => `“${title}” has another ${field} by now. ${nextStepText}`,
  changedField: {
    title: (title: string) => `“${title}” has been renamed since. ${nextStepText}`,
    body: (title: string) => `“${title}” has a newer description. ${nextStepText}`,
    parentIds: (title: string) => `“${title}” has been moved since. ${nextStepText}`,
    position: (title: string) => `“${title}” has been moved since. ${nextStepText}`,
    isDeleted: (title: string) => `“${title}” has changed since. ${nextStepText}`,
    hideChildren: (title: string) => `“${title}” has been folded or unfolded since. ${nextStepText}`,
    layout: (title: string) => `“${title}” has another layout by now. ${nextStepText}`,
    json: (title: string) => `“${title}” has other JSON by now. ${nextStepText}`,
  },
})

/**
 * Explains why a newer change of a node or of the project prevents an undo. `isDeleted` is the current state. A field
 * of a node without a sentence of its own is named by its label.
 */
export function describeNewerChange(title: string, field: string | null, isDeleted: boolean): string {
  if (isDeleted) return undoTexts.deleted(title)
  const sentences: Readonly<Record<string, (title: string) => string>> = undoTexts.changedField
  const describe = field === null ? undefined : sentences[field]
  if (describe !== undefined) return describe(title)
  const label = nodeFields.byName.get(field ?? '')?.label
  return label === undefined ? undoTexts.changed(title) : undoTexts.otherValue(title, label)
}
