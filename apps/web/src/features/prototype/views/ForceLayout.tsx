import { drag } from 'd3-drag'
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Controls } from '../Controls.tsx'
import { isStill } from '../motion.ts'
import type { ViewProps } from '../view-props.ts'
import { boxOfForces, forcesOf, sceneOfForces, settle } from '../scene/forces.ts'
import type { SceneNode } from '../scene/scene.ts'
import { type Painted, SceneDrawing } from '../SceneDrawing.tsx'

const warmth = 0.3

/** Comes to rest by itself; a node that is dragged takes its neighbours along. */
export function ForceLayout({ plan }: ViewProps) {
  const forces = useMemo(() => (isStill() ? settle(forcesOf(plan)) : forcesOf(plan)), [plan])
  const box = useMemo(() => boxOfForces(forces), [forces])
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    forces.on('tick', redraw)
    if (!isStill()) forces.restart()
    return () => void forces.on('tick', null).stop()
  }, [forces])
  const equip = useCallback(
    (nodes: Painted) => {
      const hold = (id: string, place: { readonly fx: number | null; readonly fy: number | null }) => {
        Object.assign(forces.nodes().find((body) => body.id === id) ?? {}, place)
        if (isStill()) forces.alpha(warmth).tick(1)
        else forces.alphaTarget(place.fx === null ? 0 : warmth).restart()
        redraw()
      }
      nodes.call(
        drag<SVGGElement, SceneNode>()
          .on('drag', ({ x, y }: { x: number; y: number }, { node }) => hold(node.id, { fx: x, fy: y }))
          .on('end', (_event, { node }) => hold(node.id, { fx: null, fy: null })),
      )
    },
    [forces],
  )
  const shake = (): void => {
    if (isStill()) settle(forces)
    else forces.alpha(1).restart()
    redraw()
  }
  return (
    <>
      <Controls>
        <Button onClick={shake}>Shake it</Button>
      </Controls>
      <SceneDrawing name="Force layout" plan={plan} scene={sceneOfForces(forces)} box={box} equip={equip} />
    </>
  )
}
