import type { HierarchyPointNode } from 'd3-hierarchy'
import type { PlanNode } from '../../../data/plan/index.ts'
import type { Label, Point, Scene, SceneLink, SceneNode } from './scene.ts'

export type Join = (ends: { readonly source: Point; readonly target: Point }) => string | null

interface Drawn {
  readonly placeOf: (node: HierarchyPointNode<PlanNode>) => Point
  readonly labelOf: (node: HierarchyPointNode<PlanNode>, place: Point) => Label
  readonly join: Join
}

export function sceneOfTree(root: HierarchyPointNode<PlanNode>, { placeOf, labelOf, join }: Drawn): Scene {
  const nodes = root.descendants().map((at): SceneNode => {
    const place = placeOf(at)
    return { ...place, node: at.data, label: labelOf(at, place) }
  })
  const primary = root.links().map(({ source, target }) => [source.data.id, target.data.id] as const)
  return { nodes, links: [...linksOf(nodes, primary, join, false), ...extraLinks(nodes, join)] }
}

type Pair = readonly [from: string, to: string]

/** The links to further parents, which no tree can show otherwise. */
export const extraLinks = (nodes: readonly SceneNode[], join: Join): readonly SceneLink[] =>
  linksOf(
    nodes,
    nodes.flatMap(({ node }) => node.parentIds.slice(1).map((parentId): Pair => [parentId, node.id])),
    join,
    true,
  )

export function linksOf(
  nodes: readonly SceneNode[],
  pairs: readonly Pair[],
  join: Join,
  isExtra: boolean,
): readonly SceneLink[] {
  const places = new Map(nodes.map((one) => [one.node.id, one]))
  return pairs.flatMap(([from, to]) => {
    const [source, target] = [places.get(from), places.get(to)]
    const path = source === undefined || target === undefined ? null : join({ source, target })
    return path === null ? [] : [{ id: `${from} ${to}`, path, isExtra }]
  })
}
