import type { NodeStatus } from '@espalier/domain'
import { useMemo, useState } from 'react'
import { PrototypeControls } from '../Controls.tsx'
import type { PlanViewProps } from '../view-props.ts'
import { countMoves, buildGridScene, type NodeMoves, filterByStatus } from '../scene/grid-scene.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'
import { planStatuses, planStatusLabels } from '../status-shapes.ts'

const moveMs = 500

/** Which statuses are shown is chosen here; the nodes come, close up and leave accordingly. */
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
            {planStatusLabels[status]}
          </label>
        ))}
        <output>
          {moves === null
            ? `${scene.nodes.length} nodes are shown`
            : `${moves.came} came, ${moves.stayed} stayed, ${moves.left} left`}
        </output>
      </PrototypeControls>
      <SceneDrawing name="Entering nodes" plan={plan} scene={scene} ms={moveMs} />
    </>
  )
}
