import { compareSiblings, type NodeId, toPlainText } from '@espalier/domain'
import { buildParentIndex, type InterchangeProject } from '@espalier/interchange'
import type { NodeRecord } from '@espalier/sync'

export const setNames = ['assigneeIds', 'tagIds', 'blockedByIds', 'extraParentIds'] as const
type SetName = (typeof setNames)[number]

/** A node as far as a Markdown file can show it. It is plain JSON, because it is stored. */
export interface PlanNode {
  readonly id: NodeId
  /** The primary parent among the shown nodes. */
  readonly parentId: NodeId | null
  readonly values: Readonly<Record<string, unknown>>
  readonly sets: Readonly<Record<SetName, readonly string[]>>
}

/** The nodes of a branch, each before its children, siblings in order. */
export type Plan = ReadonlyMap<NodeId, PlanNode>

export const createPlan = (nodes: Iterable<PlanNode>): Plan => new Map(Array.from(nodes, (node) => [node.id, node]))

const defaults: Readonly<Record<string, unknown>> = {
  body: '',
  status: 'todo',
  startDate: null,
  dueDate: null,
  estimate: null,
  priority: 'none',
  stageId: null,
}

/** The prefix of own fields, whose ids could be the names of others. */
export const ownFieldPrefix = 'field '

/** Returns the value that a node has if nobody has given it one. */
export const getDefault = (field: string): unknown => defaults[field] ?? null

/** Returns what a file shows of a project. */
export function toPlan(project: InterchangeProject): Plan {
  const family = buildParentIndex(project)
  const nodes: PlanNode[] = []
  for (const { node } of family.walk()) {
    const extraParentIds = family.extraParents(node).map(({ id }) => id)
    const { assigneeIds = [], tagIds = [], blockedByIds = [] } = node
    const values: Record<string, unknown> = { title: node.title }
    for (const name of Object.keys(defaults)) {
      values[name] = (node as object as Record<string, unknown>)[name] ?? defaults[name]
    }
    for (const [id, value] of Object.entries(node.fields ?? {})) {
      if (value !== null) values[`${ownFieldPrefix}${id}`] = value
    }
    nodes.push({
      id: node.id,
      parentId: node.parentIds.find((id) => family.node(id) !== undefined) ?? null,
      values,
      sets: { assigneeIds, tagIds, blockedByIds, extraParentIds },
    })
  }
  return createPlan(nodes)
}

/** Returns the node and everything below it; all nodes without one. Links to nodes elsewhere are left out. */
export function selectBranch(nodes: readonly NodeRecord[], branchId: NodeId | null): readonly NodeRecord[] {
  const chosen = new Set(branchId === null ? nodes.map(({ id }) => id) : [branchId])
  if (branchId !== null) {
    const children = new Map<NodeId, NodeId[]>()
    for (const { id, parentIds } of nodes) for (const parentId of parentIds) addToGroup(children, parentId, id)
    for (const id of chosen) for (const childId of children.get(id) ?? []) chosen.add(childId)
  }
  return nodes
    .filter(({ id }) => chosen.has(id))
    .map((node) => ({
      ...node,
      parentIds: node.id === branchId ? [] : node.parentIds.filter((id) => chosen.has(id)),
      blockedByIds: node.blockedByIds.filter((id) => chosen.has(id)),
    }))
    .sort(compareSiblings)
}

/** Returns the children of each node in their order; those of null are the roots. */
export function groupByParent(plan: Plan): ReadonlyMap<NodeId | null, readonly PlanNode[]> {
  const groups = new Map<NodeId | null, PlanNode[]>()
  for (const node of plan.values()) addToGroup(groups, node.parentId, node)
  return groups
}

export function addToGroup<Key, Entry>(groups: Map<Key, Entry[]>, key: Key, entry: Entry): void {
  const group = groups.get(key)
  if (group === undefined) groups.set(key, [entry])
  else group.push(entry)
}

export const getPlainTitle = (node: PlanNode): string => toPlainText(String(node.values['title'] ?? ''))

export const isSameValue = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

export const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((entry) => right.includes(entry))

/** Returns the names of the values that either of them has. */
export const listFields = (left: PlanNode, right: PlanNode): readonly string[] => [
  ...new Set([...Object.keys(left.values), ...Object.keys(right.values)]),
]

export const getValue = (node: PlanNode, field: string): unknown => node.values[field] ?? getDefault(field)

/** Compares everything but the place. */
export const hasSameContents = (left: PlanNode, right: PlanNode): boolean =>
  listFields(left, right).every((field) => isSameValue(getValue(left, field), getValue(right, field))) &&
  setNames.every((name) => isSameSet(left.sets[name], right.sets[name]))

/** Compares contents, places and order. */
export function isSamePlan(left: Plan, right: Plan): boolean {
  const others = [...right.values()]
  return (
    left.size === right.size &&
    [...left.values()].every((node, index) => {
      const other = others[index]
      return (
        other !== undefined && other.id === node.id && other.parentId === node.parentId && hasSameContents(node, other)
      )
    })
  )
}
