import type { HierarchyPointNode } from 'd3-hierarchy'
import type { PlanNode } from '../../../data/plan/index.ts'
import type { SceneLabel, ScenePoint, PlanScene, SceneLink, SceneNode } from './scene.ts'

export type DrawLink = (ends: { readonly source: ScenePoint; readonly target: ScenePoint }) => string | null

interface TreeDrawing {
  readonly toPoint: (node: HierarchyPointNode<PlanNode>) => ScenePoint
  readonly toLabel: (node: HierarchyPointNode<PlanNode>, place: ScenePoint) => SceneLabel
  readonly drawLink: DrawLink
}

export function buildTreeScene(root: HierarchyPointNode<PlanNode>, { toPoint: placeOf, toLabel: labelOf, drawLink: join }: TreeDrawing): PlanScene {
  const nodes = root.descendants().map((at): SceneNode => {
    const place = placeOf(at)
    return { ...place, node: at.data, label: labelOf(at, place) }
  })
  const primary = root.links().map(({ source, target }) => [source.data.id, target.data.id] as const)
  return { nodes, links: [...buildLinks(nodes, primary, join, false), ...buildExtraLinks(nodes, join)] }
}

type NodePair = readonly [from: string, to: string]

/** The links to further parents, which no tree can show otherwise. */
export const buildExtraLinks = (nodes: readonly SceneNode[], join: DrawLink): readonly SceneLink[] =>
  buildLinks(
    nodes,
    nodes.flatMap(({ node }) => node.parentIds.slice(1).map((parentId): NodePair => [parentId, node.id])),
    join,
    true,
  )

export function buildLinks(
  nodes: readonly SceneNode[],
  pairs: readonly NodePair[],
  join: DrawLink,
  isExtra: boolean,
): readonly SceneLink[] {
  const places = new Map(nodes.map((one) => [one.node.id, one]))
  return pairs.flatMap(([from, to]) => {
    const [source, target] = [places.get(from), places.get(to)]
    const path = source === undefined || target === undefined ? null : join({ source, target })
    return path === null ? [] : [{ id: `${from} ${to}`, path, isExtra }]
  })
}
