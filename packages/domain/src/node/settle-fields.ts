import { planLimits } from '../core/limits.ts'
import { accept, refuse, type Result } from '../core/result.ts'
import type { Stage } from './definitions.ts'
import type { FieldValues } from './diff.ts'
import type { OwnFieldValues } from './field-values.ts'
import type { NodeStatus } from './status.ts'

/** Inputs that change parts of a list. They are not fields of a node. */
export interface SetChanges {
  readonly addAssigneeIds?: readonly string[]
  readonly removeAssigneeIds?: readonly string[]
  readonly addTagIds?: readonly string[]
  readonly removeTagIds?: readonly string[]
}

/** Each list with the inputs that change a part of it. */
const setRows = [
  ['assigneeIds', 'addAssigneeIds', 'removeAssigneeIds', planLimits.assignees, 'too-many-assignees'],
  ['tagIds', 'addTagIds', 'removeTagIds', planLimits.tagsPerNode, 'too-many-tags'],
] as const

/** The list that each of these inputs changes. */
export const setNameByInput: ReadonlyMap<string, string> = new Map(
  setRows.flatMap(([name, add, remove]) => [
    [add, name],
    [remove, name],
  ]),
)

export type FieldRefusal = 'due-before-start' | (typeof setRows)[number][4]

/** The fields of a node that these rules read. */
export interface SettledNode {
  readonly status: NodeStatus
  readonly stageId: string | null
  readonly startDate: string | null
  readonly dueDate: string | null
  readonly assigneeIds: readonly string[]
  readonly tagIds: readonly string[]
  readonly fields: OwnFieldValues
}

/**
 * Turns requested fields into the values that the node gets: parts of lists and own fields become whole values, stage
 * and status follow each other, and the due date may not be before the start. Other fields stay as they are.
 */
export function settleFields<Requested extends object>(
  node: SettledNode,
  requested: Requested & SetChanges,
  stages: readonly Stage[],
): Result<Omit<Requested, keyof SetChanges>, FieldRefusal> {
  const given: object = requested
  const settled: Record<string, unknown> = { ...given }
  for (const [name, add, remove, most, refusal] of setRows) {
    const [added = [], removed = []] = [requested[add], requested[remove]]
    delete settled[add]
    delete settled[remove]
    if (added.length === 0 && removed.length === 0) continue
    const list = (settled[name] ?? node[name]) as readonly string[]
    const next = [...new Set([...list, ...added])].filter((id) => !removed.includes(id))
    if (next.length > most && next.length > node[name].length) return refuse(refusal)
    settled[name] = next
  }
  if (settled['fields'] !== undefined) settled['fields'] = patchOwnFields(node.fields, settled['fields'] as object)
  Object.assign(settled, coupleStage(node, settled, stages))
  if (isDueBeforeStart(node, settled)) return refuse('due-before-start')
  return accept(settled as Omit<Requested, keyof SetChanges>)
}

/** A null of the patch removes the value. The keys are in order, as the database has them. */
export function patchOwnFields(values: OwnFieldValues, patch: object): OwnFieldValues {
  const next = Object.entries({ ...values, ...patch }).filter(([, value]) => value !== null)
  return Object.fromEntries(next.sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** A stage decides the status. A status alone decides the stage: the first of its category, or none. */
export function coupleStage(
  node: Pick<SettledNode, 'status' | 'stageId'>,
  { status, stageId }: FieldValues,
  stages: readonly Stage[],
): FieldValues {
  if (stageId !== undefined) {
    const stage = stages.find(({ id }) => id === stageId)
    return stage === undefined ? {} : { status: stage.category }
  }
  if (status === undefined || (status === node.status && node.stageId !== null)) return {}
  return { stageId: stages.find(({ category }) => category === status)?.id ?? null }
}

/** A node that is wrong already may still change in other ways. */
function isDueBeforeStart(node: SettledNode, { startDate, dueDate }: FieldValues): boolean {
  if (startDate === undefined && dueDate === undefined) return false
  const [start, due] = [
    startDate === undefined ? node.startDate : startDate,
    dueDate === undefined ? node.dueDate : dueDate,
  ]
  return typeof start === 'string' && typeof due === 'string' && due < start
}
