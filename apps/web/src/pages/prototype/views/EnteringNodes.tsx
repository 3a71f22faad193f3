import type { NodeStatus } from '@espalier/domain'
import { useMemo, useState } from 'react'
import type { Plan, PlanNode } from '../../../api/plan.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { planStatuses } from '../drawing/NodeLink.tsx'
import { SceneDrawing } from '../drawing/SceneDrawing.tsx'
import { type PlanScene, truncateLabel } from '../drawing/scene.ts'
import { type PlanViewProps, PrototypeControls } from '../drawing/view-parts.tsx'

const gridColumns = 4
const gridCell = { width: 200, height: 34 }

/** Places the nodes side by side, row after row. */
export const buildGridScene = (nodes: readonly PlanNode[]): PlanScene => ({
  nodes: nodes.map((node, at) => ({
    node,
    x: (at % gridColumns) * gridCell.width,
    y: Math.floor(at / gridColumns) * gridCell.height,
    label: { text: truncateLabel(node.title), side: 'right' },
  })),
  links: [],
})

/** Orders by status, then by the plan's order. */
export const filterByStatus = ({ nodes }: Plan, statuses: readonly NodeStatus[]): readonly PlanNode[] =>
  statuses.flatMap((status) => nodes.filter((node) => node.status === status))

interface NodeMoves {
  readonly came: number
  readonly stayed: number
  readonly left: number
}

export function countMoves(before: readonly PlanNode[], after: readonly PlanNode[]): NodeMoves {
  const known = new Set(before.map(({ id }) => id))
  const stayed = after.filter(({ id }) => known.has(id)).length
  return { came: after.length - stayed, stayed, left: before.length - stayed }
}

const moveMs = 500

/** Lets the person choose statuses; the nodes enter, close up and leave accordingly. */
export function EnteringNodes({ plan }: PlanViewProps) {
  const [chosen, setChosen] = useState<readonly NodeStatus[]>(['todo', 'progress'])
  const [moves, setMoves] = useState<NodeMoves | null>(null)
  const scene = useMemo(() => buildGridScene(filterByStatus(plan, chosen)), [plan, chosen])
  const choose = (status: NodeStatus): void => {
    const next = planStatuses.filter((one) => (one === status) !== chosen.includes(one))
    setMoves(countMoves(filterByStatus(plan, chosen), filterByStatus(plan, next)))
    setChosen(next)
  }
  return (
    <>
      <PrototypeControls>
        {planStatuses.map((status) => (
          <label key={status}>
            <input type="checkbox" checked={chosen.includes(status)} onChange={() => choose(status)} />{' '}
            {prototypeTexts.statuses[status]}
          </label>
        ))}
        <output>
          {moves === null
            ? prototypeTexts.entering.shown(scene.nodes.length)
            : prototypeTexts.entering.moves(moves.came, moves.stayed, moves.left)}
        </output>
      </PrototypeControls>
      <SceneDrawing name={prototypeTexts.views.enter.title} plan={plan} scene={scene} ms={moveMs} />
    </>
  )
}
