import {
  type EditableFields,
  type FieldValues,
  type NodeDiff,
  nodeFields,
  patchOwnFields,
  type ProjectDefinitions,
  readNodeField,
  sameValue,
} from '@espalier/domain'
import type { NodeRecord } from './node-record.ts'

const changeable = [...nodeFields.editable, ...nodeFields.structural]
const isPartOfStyle = new Set(nodeFields.all.filter(({ within }) => within === 'style').map(({ name }) => name))

/** Change records name each own field, so that an undo leaves the others as they are. */
const ownPrefix = 'fields.'

/** Returns the fields that a person's change may touch, by the names that change records use. */
export function toFieldValues(node: NodeRecord): FieldValues {
  const values: Record<string, unknown> = {}
  for (const field of changeable) if (!field.isMap) values[field.name] = readNodeField(node, field)
  for (const [id, value] of Object.entries(node.fields)) values[`${ownPrefix}${id}`] = value
  return values
}

/** Returns the wanted fields of a node by the names that change records use. */
export function toWantedValues(node: NodeRecord, { fields, ...wanted }: EditableFields): FieldValues {
  if (fields === undefined) return wanted
  const values: Record<string, unknown> = { ...wanted }
  for (const id of new Set([...Object.keys(node.fields), ...Object.keys(fields)])) {
    values[`${ownPrefix}${id}`] = fields[id] ?? null
  }
  return values
}

/** Returns values of a change record as a request has them: own fields are a patch. */
export function toChange(values: FieldValues): FieldValues {
  const change: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith(ownPrefix)) fields[name.slice(ownPrefix.length)] = value
    else change[name] = value
  }
  return Object.keys(fields).length === 0 ? change : { ...change, fields }
}

/** Returns the node with these fields. Its primary parent is always the first of its parents. */
export function withFields(node: NodeRecord, values: FieldValues): NodeRecord {
  const next: Record<string, unknown> = { ...node }
  const own: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    if (name === 'parentId') continue
    if (name.startsWith(ownPrefix)) own[name.slice(ownPrefix.length)] = value
    else if (!isPartOfStyle.has(name)) next[name] = value
    else if (!sameValue(value, ({ ...node.style } as FieldValues)[name]))
      next['style'] = { ...node.style, [name]: value }
  }
  if (Object.keys(own).length > 0) next['fields'] = patchOwnFields(node.fields, own)
  return next as NodeRecord
}

const has = (list: readonly { readonly id: string }[], id: unknown): boolean => list.some((one) => one.id === id)

/** Tags, stages and own fields that the project no longer has do not come back by undo. */
export function dropUnknownReferences(diff: NodeDiff, definitions: ProjectDefinitions): NodeDiff {
  const { tagIds, stageId } = diff.after
  const after: Record<string, unknown> = { ...diff.after }
  if (Array.isArray(tagIds)) after['tagIds'] = tagIds.filter((id) => has(definitions.tags, id))
  // Without the stage, the status alone decides.
  if (stageId != null && !has(definitions.stages, stageId)) delete after['stageId']
  for (const name of Object.keys(after)) {
    if (!name.startsWith(ownPrefix)) continue
    if (!has(definitions.fieldDefinitions, name.slice(ownPrefix.length))) delete after[name]
  }
  return { ...diff, after }
}

/** Returns a change record without the values that follow from the others. */
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

/** Returns whether both wait for the same nodes. */
export const sameBlockers = (left: NodeRecord, right: NodeRecord): boolean =>
  sameList(left.blockedByIds, right.blockedByIds)

const contents = nodeFields.shown.filter(({ merge }) => merge !== 'rules')

/** Returns whether the two look the same; versions do not count. */
export const hasSameContents = (left: NodeRecord, right: NodeRecord): boolean =>
  left === right ||
  (sameStructure(left, right) &&
    sameBlockers(left, right) &&
    contents.every((field) => sameValue(readNodeField(left, field), readNodeField(right, field))))
