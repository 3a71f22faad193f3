import type { NodeStatus } from '@espalier/domain'
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { truncateLabel, type PlanScene } from './scene.ts'

const gridColumns = 4
const gridCell = { width: 200, height: 34 }

/** Side by side, row after row. */
export const buildGridScene = (nodes: readonly PlanNode[]): PlanScene => ({
  nodes: nodes.map((node, at) => ({
    node,
    x: (at % gridColumns) * gridCell.width,
    y: Math.floor(at / gridColumns) * gridCell.height,
    label: { text: truncateLabel(node.title), side: 'right' },
  })),
  links: [],
})

/** By status, then in the plan's order. */
export const filterByStatus = ({ nodes }: Plan, statuses: readonly NodeStatus[]): readonly PlanNode[] =>
  statuses.flatMap((status) => nodes.filter((node) => node.status === status))

export interface NodeMoves {
  readonly came: number
  readonly stayed: number
  readonly left: number
}

export function countMoves(before: readonly PlanNode[], after: readonly PlanNode[]): NodeMoves {
  const known = new Set(before.map(({ id }) => id))
  const stayed = after.filter(({ id }) => known.has(id)).length
  return { came: after.length - stayed, stayed, left: before.length - stayed }
}
