import { drag } from 'd3-drag'
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { PrototypeControls } from '../Controls.tsx'
import { isMotionReduced } from '../motion.ts'
import type { PlanViewProps } from '../view-props.ts'
import { findForceBounds, createForces, buildForceScene, runToRest } from '../scene/forces.ts'
import type { SceneNode } from '../scene/scene.ts'
import { type PaintedNodes, SceneDrawing } from '../SceneDrawing.tsx'

const dragAlpha = 0.3

/** Comes to rest by itself; a node that is dragged takes its neighbours along. */
export function ForceLayout({ plan }: PlanViewProps) {
  const forces = useMemo(() => (isMotionReduced() ? runToRest(createForces(plan)) : createForces(plan)), [plan])
  const box = useMemo(() => findForceBounds(forces), [forces])
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  useEffect(() => {
    forces.on('tick', redraw)
    if (!isMotionReduced()) forces.restart()
    return () => void forces.on('tick', null).stop()
  }, [forces])
  const equip = useCallback(
    (nodes: PaintedNodes) => {
      const hold = (id: string, place: { readonly fx: number | null; readonly fy: number | null }) => {
        Object.assign(forces.nodes().find((body) => body.id === id) ?? {}, place)
        if (isMotionReduced()) forces.alpha(dragAlpha).tick(1)
        else forces.alphaTarget(place.fx === null ? 0 : dragAlpha).restart()
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
    if (isMotionReduced()) runToRest(forces)
    else forces.alpha(1).restart()
    redraw()
  }
  return (
    <>
      <PrototypeControls>
        <Button onClick={shake}>Shake it</Button>
      </PrototypeControls>
      <SceneDrawing name="Force layout" plan={plan} scene={buildForceScene(forces)} box={box} afterPaint={equip} />
    </>
  )
}
