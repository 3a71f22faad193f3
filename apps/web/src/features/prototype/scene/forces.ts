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
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { drawStraightLink } from './joins.ts'
import { buildExtraLinks, buildLinks } from './scene-of-tree.ts'
import { type SceneBox, truncateLabel, type PlanScene, type SceneNode } from './scene.ts'

export interface ForceNode extends SimulationNodeDatum {
  readonly id: string
  readonly node: PlanNode
}

export type ForceSimulation = Simulation<ForceNode, SimulationLinkDatum<ForceNode>>

const forceSpacing = { forNode: 130, least: 560, label: 170, edge: 20 }

/** Every link pulls, every node pushes, the middle keeps them together. At rest: whoever wants it to move starts it. */
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

/** All the way to rest, at once. */
export function runToRest(forces: ForceSimulation): ForceSimulation {
  const steps = Math.log(forces.alphaMin()) / Math.log(1 - forces.alphaDecay())
  return forces.alpha(1).tick(Math.ceil(steps))
}

/** A sheet that stays as it is while the nodes move. */
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
  return { nodes, links: [...buildLinks(nodes, primary, drawStraightLink, false), ...buildExtraLinks(nodes, drawStraightLink)] }
}
