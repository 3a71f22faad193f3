import { drag } from 'd3-drag'
import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force'
import { useCallback, useEffect, useMemo, useReducer } from 'react'
import type { Plan, PlanNode } from '../../../api/plan.ts'
import { isMotionReduced } from '../../../platform/timing.ts'
import { prototypeTexts } from '../../../texts/prototypes.ts'
import { Button } from '../../../ui/Button.tsx'
import { type PaintedNodes, SceneDrawing } from '../drawing/SceneDrawing.tsx'
import { buildExtraLinks, buildLinks, drawStraightLink } from '../drawing/scene-links.ts'
import { type PlanScene, type SceneBox, type SceneNode, truncateLabel } from '../drawing/scene.ts'
import { type PlanViewProps, PrototypeControls } from '../drawing/view-parts.tsx'

interface ForceNode extends SimulationNodeDatum {
  readonly id: string
  readonly node: PlanNode
}

type ForceSimulation = Simulation<ForceNode, SimulationLinkDatum<ForceNode>>

const forceSpacing = { forNode: 130, least: 560, label: 170, edge: 20 }

/**
 * Every link pulls, every node pushes, the center keeps them together. The simulation starts at rest; the caller starts
 * it.
 */
export function createForces({ nodes }: Plan): ForceSimulation {
  const bodies = nodes.map((node): ForceNode => ({ id: node.id, node }))
  const links = nodes.flatMap(({ id, parentIds }) => parentIds.map((source) => ({ source, target: id })))
  const pull = forceLink<ForceNode, SimulationLinkDatum<ForceNode>>(links)
    .id(({ id }) => id)
    .distance(60)
  return forceSimulation<ForceNode, SimulationLinkDatum<ForceNode>>(bodies)
    .force('links', pull)
    .force('apart', forceManyBody().strength(-260))
    .force('across', forceX().strength(0.06))
    .force('down', forceY().strength(0.08))
    .stop()
}

/** Runs to rest at once. */
export function runToRest(forces: ForceSimulation): ForceSimulation {
  const steps = Math.log(forces.alphaMin()) / Math.log(1 - forces.alphaDecay())
  return forces.alpha(1).tick(Math.ceil(steps))
}

/** Returns a fixed sheet for moving nodes. */
export function findForceBounds(forces: ForceSimulation): SceneBox {
  const side = Math.max(forceSpacing.least, Math.sqrt(forces.nodes().length) * forceSpacing.forNode)
  return { x: -side / 2, y: -side / 2, width: side, height: side }
}

const clampTo = (value: number | undefined, from: number, to: number) => Math.min(Math.max(value ?? 0, from), to)

export function buildForceScene(forces: ForceSimulation): PlanScene {
  const { x: left, y: top, width, height } = findForceBounds(forces)
  const nodes = forces.nodes().map(({ node, x, y }): SceneNode => ({
    node,
    x: clampTo(x, left + forceSpacing.edge, left + width - forceSpacing.label),
    y: clampTo(y, top + forceSpacing.edge, top + height - forceSpacing.edge),
    label: { text: truncateLabel(node.title), side: 'right' },
  }))
  const primary = nodes.flatMap(({ node }) => node.parentIds.slice(0, 1).map((from) => [from, node.id] as const))
  return {
    nodes,
    links: [...buildLinks(nodes, primary, drawStraightLink, false), ...buildExtraLinks(nodes, drawStraightLink)],
  }
}

const dragAlpha = 0.3

/** Comes to rest by itself; a dragged node pulls its neighbors along. */
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
      const hold = (id: string, position: { readonly fx: number | null; readonly fy: number | null }) => {
        Object.assign(forces.nodes().find((body) => body.id === id) ?? {}, position)
        if (isMotionReduced()) forces.alpha(dragAlpha).tick(1)
        else forces.alphaTarget(position.fx === null ? 0 : dragAlpha).restart()
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
        <Button onClick={shake}>{prototypeTexts.shake}</Button>
      </PrototypeControls>
      <SceneDrawing
        name={prototypeTexts.views['d3-force'].title}
        plan={plan}
        scene={buildForceScene(forces)}
        box={box}
        afterPaint={equip}
      />
    </>
  )
}
