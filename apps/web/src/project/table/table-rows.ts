import { type NodeId, nodePriorities, nodeStatuses, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { nodeFieldTexts as fieldTexts } from '../../texts/node-fields.ts'
import { tableTexts as texts } from '../../texts/table.ts'
import { buildOutlineRows } from '../outline/outline-rows.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { listInTreeOrder } from '../workspace/tree-order.ts'
import { findTopBranches } from './node-path.ts'
import type { CellReader, TableColumn } from './table-columns.ts'
import type { Grouping, TableSettings, TableSort } from './table-settings.ts'

export interface NodeRow {
  readonly kind: 'node'
  /** The node's id for its first row. */
  readonly key: string
  readonly id: NodeId
  /** The parent under which it is shown; null: a root. */
  readonly parentId: NodeId | null
  /** 1 for a root, and for every row outside of the order of the tree. */
  readonly level: number
  /** Null: nothing can be unfolded here. */
  readonly isExpanded: boolean | null
}

export interface GroupRow {
  readonly kind: 'group'
  readonly key: string
  readonly name: string
  readonly count: number
  /** The sum of the estimates; null: nothing is estimated. */
  readonly estimate: number | null
}

export type TableRow = NodeRow | GroupRow

interface RowRules extends Pick<TableSettings, 'sorts' | 'group'> {
  /** Every column of the project, also those that are not shown. */
  readonly columns: readonly TableColumn[]
  readonly cells: CellReader
}

/** Lists the rows from top to bottom: the tree with its levels, or the nodes sorted and in groups. */
export function buildTableRows(workspace: ProjectWorkspace, rules: RowRules): readonly TableRow[] {
  const sorts = rules.sorts.filter(({ columnId }) => rules.columns.some(({ id }) => id === columnId))
  if (sorts.length === 0 && rules.group === null)
    return buildOutlineRows(workspace).map(({ key, id, parentId, level, isExpanded }) => ({
      kind: 'node',
      key,
      id,
      parentId,
      level,
      isExpanded,
    }))
  const nodes = sortNodes(listFlatNodes(workspace), sorts, rules)
  return rules.group === null
    ? nodes.map((node) => toFlatRow(node, node.id))
    : groupRows(workspace, nodes, rules.group, rules.cells)
}

const toFlatRow = ({ id, parentIds }: NodeRecord, key: string): NodeRow => ({
  kind: 'node',
  key,
  id,
  parentId: parentIds[0] ?? null,
  level: 1,
  isExpanded: null,
})

/** Outside of the order of the tree, folds hide nothing and ancestors need not be shown. */
function listFlatNodes({ client, visibility, matches }: ProjectWorkspace): readonly NodeRecord[] {
  const { showToDo, showInProgress, showCompleted } = visibility.get()
  const shownStatuses = { todo: showToDo, progress: showInProgress, done: showCompleted }
  const { shown } = matches.get()
  return listInTreeOrder(client.graph).flatMap((id) => {
    const node = client.node(id)
    const isShown = node !== undefined && shownStatuses[node.status] && shown?.has(id) !== false
    return isShown ? [node] : []
  })
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

type SortKey = string | number | null

/** Nodes without a value are always last; equal ones stay in the order of the tree. */
function sortNodes(
  nodes: readonly NodeRecord[],
  sorts: readonly TableSort[],
  { columns, cells }: RowRules,
): readonly NodeRecord[] {
  if (sorts.length === 0) return nodes
  const keyed = nodes.map((node) => ({
    node,
    keys: sorts.map(({ columnId }): SortKey => {
      const column = columns.find(({ id }) => id === columnId)
      return column === undefined ? null : cells.readSortKey(node, column)
    }),
  }))
  const compare = (left: readonly SortKey[], right: readonly SortKey[]): number => {
    for (const [at, { isDescending }] of sorts.entries()) {
      const order = compareKeys(left[at] ?? null, right[at] ?? null, isDescending)
      if (order !== 0) return order
    }
    return 0
  }
  return keyed.sort((left, right) => compare(left.keys, right.keys)).map(({ node }) => node)
}

function compareKeys(left: SortKey, right: SortKey, isDescending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  const order =
    typeof left === 'number' && typeof right === 'number' ? left - right : collator.compare(`${left}`, `${right}`)
  return isDescending ? -order : order
}

/** A group of rows: the key by which nodes find it, and its name. */
type NamedGroup = readonly [key: string, name: string]

interface GroupRules {
  /** In their order; one without nodes is not shown. */
  readonly named: readonly NamedGroup[]
  listKeys(node: NodeRecord): readonly string[]
}

const noValue = ''

/** A node with several people or tags is in each of their groups. */
function groupRows(
  workspace: ProjectWorkspace,
  nodes: readonly NodeRecord[],
  grouping: Grouping,
  cells: CellReader,
): readonly TableRow[] {
  const { named, listKeys } = defineGroups(workspace, grouping, nodes, cells)
  const members = new Map<string, NodeRecord[]>()
  for (const node of nodes)
    for (const key of listKeys(node)) {
      const group = members.get(key)
      if (group === undefined) members.set(key, [node])
      else group.push(node)
    }
  const seen = new Set<NodeId>()
  return named.flatMap(([key, name]): readonly TableRow[] => {
    const group = members.get(key)
    if (group === undefined) return []
    const estimates = group.flatMap(({ estimate }) => estimate ?? [])
    const estimate = estimates.length === 0 ? null : estimates.reduce((sum, one) => sum + one, 0)
    const rows = group.map((node) => {
      const isFirst = !seen.has(node.id)
      seen.add(node.id)
      return toFlatRow(node, isFirst ? node.id : `${node.id} ${key}`)
    })
    return [{ kind: 'group', key: `group ${key}`, name, count: group.length, estimate }, ...rows]
  })
}

function defineGroups(
  { client }: ProjectWorkspace,
  grouping: Grouping,
  nodes: readonly NodeRecord[],
  { namePerson }: CellReader,
): GroupRules {
  const { stages, tags } = client.project.get()
  switch (grouping) {
    case 'status':
      return {
        named: nodeStatuses.map((status) => [status, fieldTexts.statuses[status]]),
        listKeys: ({ status }) => [status],
      }
    case 'stage':
      return {
        named: [...stages.map(({ id, name }): NamedGroup => [id, name]), [noValue, texts.without.stage]],
        listKeys: ({ stageId }) => [stages.some(({ id }) => id === stageId) ? (stageId ?? noValue) : noValue],
      }
    case 'person': {
      const ids = [...new Set(nodes.flatMap(({ assigneeIds }) => assigneeIds))]
      const named = ids.map((id): NamedGroup => [id, namePerson(id) || fieldTexts.people.unknown])
      return {
        named: [...named.sort(([, one], [, other]) => collator.compare(one, other)), [noValue, texts.without.person]],
        listKeys: ({ assigneeIds }) => (assigneeIds.length === 0 ? [noValue] : assigneeIds),
      }
    }
    case 'priority':
      return {
        named: nodePriorities
          .toReversed()
          .map((one) => [one, one === 'none' ? texts.without.priority : fieldTexts.priorities[one]]),
        listKeys: ({ priority }) => [priority],
      }
    case 'tag': {
      const known = new Set(tags.map(({ id }) => id))
      const listKnown = ({ tagIds }: NodeRecord) => tagIds.filter((id) => known.has(id))
      return {
        named: [...tags.map(({ id, name }): NamedGroup => [id, name]), [noValue, texts.without.tag]],
        listKeys: (node) => (listKnown(node).length === 0 ? [noValue] : listKnown(node)),
      }
    }
    case 'branch': {
      const branches = findTopBranches(client.graph, listInTreeOrder(client.graph))
      const ids = [...new Set(branches.values())]
      return {
        named: ids.map((id) => [id, toPlainText(client.node(id)?.title ?? '')]),
        listKeys: ({ id }) => [branches.get(id) ?? id],
      }
    }
  }
}
