import type { NodeId } from '@espalier/domain'
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { sideways } from './joins.ts'
import { extraLinks, linksOf } from './scene-of-tree.ts'
import { labelled, type Scene, type SceneNode } from './scene.ts'

const row = 30
const column = 200
/** Further rounds change next to nothing. */
const rounds = 4

type Layers = readonly (readonly PlanNode[])[]

/** Every node one layer beyond the last of its parents, by the longest way; in a layer, near its neighbours. */
export function layeredScene(plan: Plan): Scene {
  const nodes = untangled(layersOf(plan)).flatMap((layer, depth) =>
    layer.map((node, at): SceneNode => {
      const y = (at - (layer.length - 1) / 2) * row
      return { node, x: depth * column, y, label: { text: labelled(node.title), side: 'right' } }
    }),
  )
  const primary = plan.nodes.flatMap(({ id, parentIds }) => parentIds.slice(0, 1).map((from) => [from, id] as const))
  return { nodes, links: [...linksOf(nodes, primary, sideways, false), ...extraLinks(nodes, sideways)] }
}

export function layersOf({ nodes }: Plan): Layers {
  const depths = depthsOf(nodes)
  const layers: PlanNode[][] = []
  for (const node of nodes) (layers[depths.get(node.id) ?? 0] ??= []).push(node)
  return layers
}

/** A further parent may come after its child: the nodes are gone over until nothing moves any more. */
function depthsOf(nodes: readonly PlanNode[]): ReadonlyMap<NodeId, number> {
  const depths = new Map(nodes.map(({ id }) => [id, 0]))
  for (let isMoving = true, most = nodes.length; isMoving && most > 0; most -= 1) {
    isMoving = false
    for (const { id, parentIds } of nodes) {
      const depth = Math.max(0, ...parentIds.map((parentId) => (depths.get(parentId) ?? -1) + 1))
      isMoving ||= depth !== depths.get(id)
      depths.set(id, depth)
    }
  }
  return depths
}

/** Layer by layer, there and back: each node goes to the mean place of those it is linked with in the layers before it. */
function untangled(layers: Layers): Layers {
  let current = layers
  for (let round = 0; round < rounds; round += 1) {
    const isDown = round % 2 === 0
    const neighbours = isDown ? parentsIn(layers) : childrenIn(layers)
    const sorted: (readonly PlanNode[])[] = []
    const places = new Map<NodeId, number>()
    for (const layer of isDown ? current : current.toReversed()) {
      sorted.push(sortedBy(layer, neighbours, places))
      for (const [at, { id }] of (sorted.at(-1) ?? []).entries()) places.set(id, at - layer.length / 2)
    }
    current = isDown ? sorted : sorted.toReversed()
  }
  return current
}

type Neighbours = ReadonlyMap<NodeId, readonly NodeId[]>

function sortedBy(layer: readonly PlanNode[], neighbours: Neighbours, places: ReadonlyMap<NodeId, number>) {
  const keyed = layer.map((node, at) => {
    const near = (neighbours.get(node.id) ?? []).flatMap((id) => places.get(id) ?? [])
    const own = at - layer.length / 2
    return { node, key: near.length === 0 ? own : near.reduce((sum, place) => sum + place, 0) / near.length }
  })
  return keyed.toSorted((left, right) => left.key - right.key).map(({ node }) => node)
}

const parentsIn = (layers: Layers): Neighbours => new Map(layers.flat().map(({ id, parentIds }) => [id, parentIds]))

function childrenIn(layers: Layers): Neighbours {
  const children = new Map<NodeId, NodeId[]>()
  for (const { id, parentIds } of layers.flat())
    for (const parentId of parentIds) children.set(parentId, [...(children.get(parentId) ?? []), id])
  return children
}
