/** Some fields of a node by name, as they travel in change records. */
export type FieldValues = Readonly<Record<string, unknown>>

/** One node's change: only the changed fields, a missing value as null. */
export interface NodeDiff {
  readonly operation: 'update-node'
  readonly id: string
  readonly before: FieldValues
  readonly after: FieldValues
}

/** The change that brings `wanted` about, or null where everything is so already. */
export function diffNode(id: string, present: FieldValues, wanted: FieldValues): NodeDiff | null {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  let isChanged = false
  for (const field of Object.keys(wanted)) {
    const was = getFieldValue(present, field)
    const value = wanted[field] ?? null
    if (sameValue(was, value)) continue
    isChanged = true
    before[field] = was
    after[field] = value
  }
  return isChanged ? { operation: 'update-node', id, before, after } : null
}

/** Of present, a field's own value; what is missing is null. */
export const getFieldValue = (values: FieldValues, field: string): unknown =>
  Object.hasOwn(values, field) ? (values[field] ?? null) : null

export const invertDiff = (diff: NodeDiff): NodeDiff => ({ ...diff, before: diff.after, after: diff.before })

/** What takes a group of changes back: each turned round, the last one first. */
export const invertDiffs = (group: readonly NodeDiff[]): NodeDiff[] => group.map(invertDiff).toReversed()

export const applyDiff = (values: FieldValues, diff: NodeDiff): FieldValues => ({ ...values, ...diff.after })

/** The record of a node's birth: leaving deleted is being created, so undo deletes it again. */
export const toCreationDiff = (id: string): NodeDiff => ({
  operation: 'update-node',
  id,
  before: { isDeleted: true },
  after: { isDeleted: false },
})

export function sameValue(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const leftFields = Object.entries(left)
  const rightFields = new Map(Object.entries(right))
  return (
    leftFields.length === rightFields.size &&
    leftFields.every(([field, value]) => rightFields.has(field) && sameValue(value, rightFields.get(field)))
  )
}
