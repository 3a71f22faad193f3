import type { NodeStatus } from '@espalier/domain'
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { labelled, type Scene } from './scene.ts'

const columns = 4
const cell = { width: 200, height: 34 }

/** Side by side, row after row. */
export const gridScene = (nodes: readonly PlanNode[]): Scene => ({
  nodes: nodes.map((node, at) => ({
    node,
    x: (at % columns) * cell.width,
    y: Math.floor(at / columns) * cell.height,
    label: { text: labelled(node.title), side: 'right' },
  })),
  links: [],
})

/** By status, then in the plan's order. */
export const ofStatuses = ({ nodes }: Plan, statuses: readonly NodeStatus[]): readonly PlanNode[] =>
  statuses.flatMap((status) => nodes.filter((node) => node.status === status))

export interface Moves {
  readonly came: number
  readonly stayed: number
  readonly left: number
}

export function compare(before: readonly PlanNode[], after: readonly PlanNode[]): Moves {
  const known = new Set(before.map(({ id }) => id))
  const stayed = after.filter(({ id }) => known.has(id)).length
  return { came: after.length - stayed, stayed, left: before.length - stayed }
}
