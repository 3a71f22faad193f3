import type { NodeStatus } from '@espalier/domain'
import { useMemo, useState } from 'react'
import { Controls } from '../Controls.tsx'
import type { ViewProps } from '../view-props.ts'
import { compare, gridScene, type Moves, ofStatuses } from '../scene/grid-scene.ts'
import { SceneDrawing } from '../SceneDrawing.tsx'
import { statuses, statusWords } from '../status-shapes.ts'

const moveMs = 500

/** Which statuses are shown is chosen here; the nodes come, close up and leave accordingly. */
export function EnteringNodes({ plan }: ViewProps) {
  const [chosen, setChosen] = useState<readonly NodeStatus[]>(['todo', 'progress'])
  const [moves, setMoves] = useState<Moves | null>(null)
  const scene = useMemo(() => gridScene(ofStatuses(plan, chosen)), [plan, chosen])
  const choose = (status: NodeStatus): void => {
    const next = statuses.filter((one) => (one === status) !== chosen.includes(one))
    setMoves(compare(ofStatuses(plan, chosen), ofStatuses(plan, next)))
    setChosen(next)
  }
  return (
    <>
      <Controls>
        {statuses.map((status) => (
          <label key={status}>
            <input type="checkbox" checked={chosen.includes(status)} onChange={() => choose(status)} />{' '}
            {statusWords[status]}
          </label>
        ))}
        <output>
          {moves === null
            ? `${scene.nodes.length} nodes are shown`
            : `${moves.came} came, ${moves.stayed} stayed, ${moves.left} left`}
        </output>
      </Controls>
      <SceneDrawing name="Entering nodes" plan={plan} scene={scene} ms={moveMs} />
    </>
  )
}
