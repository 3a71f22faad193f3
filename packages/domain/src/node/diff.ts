/** Some fields of a node by name, as change records contain them. */
export type FieldValues = Readonly<Record<string, unknown>>

/** The change of one node: only the changed fields, a missing value as null. */
export interface NodeDiff {
  readonly operation: 'update-node'
  readonly id: string
  readonly before: FieldValues
  readonly after: FieldValues
}

/** Returns the change that makes the fields as wanted, or null when they are already. */
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

/** Returns an own field's value; a missing one is null. */
export const getFieldValue = (values: FieldValues, field: string): unknown =>
  Object.hasOwn(values, field) ? (values[field] ?? null) : null

export const invertDiff = (diff: NodeDiff): NodeDiff => ({ ...diff, before: diff.after, after: diff.before })

/** Inverts a group of changes, the last one first. */
export const invertDiffs = (group: readonly NodeDiff[]): NodeDiff[] => group.map(invertDiff).toReversed()

export const applyDiff = (values: FieldValues, diff: NodeDiff): FieldValues => ({ ...values, ...diff.after })

/** The record of a node's creation: it leaves the deleted state, so undo deletes it again. */
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
