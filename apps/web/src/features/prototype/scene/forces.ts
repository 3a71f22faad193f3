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
import { straight } from './joins.ts'
import { extraLinks, linksOf } from './scene-of-tree.ts'
import { type Box, labelled, type Scene, type SceneNode } from './scene.ts'

export interface Body extends SimulationNodeDatum {
  readonly id: string
  readonly node: PlanNode
}

export type Forces = Simulation<Body, SimulationLinkDatum<Body>>

const room = { forNode: 130, least: 560, label: 170, edge: 20 }

/** Every link pulls, every node pushes, the middle keeps them together. At rest: whoever wants it to move starts it. */
export function forcesOf({ nodes }: Plan): Forces {
  const bodies = nodes.map((node): Body => ({ id: node.id, node }))
  const links = nodes.flatMap(({ id, parentIds }) => parentIds.map((source) => ({ source, target: id })))
  const pull = forceLink<Body, SimulationLinkDatum<Body>>(links)
    .id(({ id }) => id)
    .distance(60)
  return forceSimulation<Body, SimulationLinkDatum<Body>>(bodies)
    .force('links', pull)
    .force('apart', forceManyBody().strength(-260))
    .force('across', forceX().strength(0.06))
    .force('down', forceY().strength(0.08))
    .stop()
}

/** All the way to rest, at once. */
export function settle(forces: Forces): Forces {
  const steps = Math.log(forces.alphaMin()) / Math.log(1 - forces.alphaDecay())
  return forces.alpha(1).tick(Math.ceil(steps))
}

/** A sheet that stays as it is while the nodes move. */
export function boxOfForces(forces: Forces): Box {
  const side = Math.max(room.least, Math.sqrt(forces.nodes().length) * room.forNode)
  return { x: -side / 2, y: -side / 2, width: side, height: side }
}

const within = (value: number | undefined, from: number, to: number) => Math.min(Math.max(value ?? 0, from), to)

export function sceneOfForces(forces: Forces): Scene {
  const { x: left, y: top, width, height } = boxOfForces(forces)
  const nodes = forces.nodes().map(({ node, x, y }): SceneNode => ({
    node,
    x: within(x, left + room.edge, left + width - room.label),
    y: within(y, top + room.edge, top + height - room.edge),
    label: { text: labelled(node.title), side: 'right' },
  }))
  const primary = nodes.flatMap(({ node }) => node.parentIds.slice(0, 1).map((from) => [from, node.id] as const))
  return { nodes, links: [...linksOf(nodes, primary, straight, false), ...extraLinks(nodes, straight)] }
}
