import type { FieldValues, NodeDiff } from '@espalier/domain'
import type { NodeRecord } from './node-record.ts'

/** The fields that a person's change may touch, by the names that change records use. */
export const fieldsOf = (node: NodeRecord): FieldValues => ({
  title: node.title,
  body: node.body,
  status: node.status,
  hideChildren: node.hideChildren,
  projectLink: node.projectLink,
  backgroundColor: node.style.backgroundColor,
  parentIds: node.parentIds,
  position: node.position,
  isDeleted: node.isDeleted,
})

/** The node with these fields. Its primary parent is always the first of its parents. */
export function withFields(node: NodeRecord, values: FieldValues): NodeRecord {
  const { parentId: _derived, backgroundColor, ...rest } = values
  const next: NodeRecord = { ...node, ...rest }
  if (typeof backgroundColor !== 'string' || backgroundColor === node.style.backgroundColor) return next
  return { ...next, style: { ...node.style, backgroundColor } }
}

/** A change record without what follows from the rest of it. */
export function plainDiff(diff: NodeDiff): NodeDiff {
  if (!('parentId' in diff.after)) return diff
  const { parentId: _before, ...before } = diff.before
  const { parentId: _after, ...after } = diff.after
  return { ...diff, before, after }
}

export const isReposition = (diff: NodeDiff): boolean =>
  'position' in diff.after && Object.keys(diff.after).length === 1

const sameList = (left: readonly string[], right: readonly string[]): boolean =>
  left === right || (left.length === right.length && left.every((value, index) => value === right[index]))

export const sameStructure = (left: NodeRecord, right: NodeRecord): boolean =>
  left.position === right.position && left.isDeleted === right.isDeleted && sameList(left.parentIds, right.parentIds)

/** Whether the two show alike; versions do not count. */
export const sameContents = (left: NodeRecord, right: NodeRecord): boolean =>
  sameStructure(left, right) &&
  left.title === right.title &&
  left.body === right.body &&
  left.status === right.status &&
  left.hideChildren === right.hideChildren &&
  left.projectLink === right.projectLink &&
  left.style.backgroundColor === right.style.backgroundColor &&
  left.style.processing === right.style.processing &&
  left.type === right.type &&
  left.externalKey === right.externalKey
