import type { HierarchyPointNode } from 'd3-hierarchy'
import { curveLinear, link, linkHorizontal, linkRadial } from 'd3-shape'
import type { PlanNode } from '../../../api/plan.ts'
import type { PlanScene, SceneLabel, SceneLink, SceneNode, ScenePoint } from './scene.ts'

type DrawLink = (ends: { readonly source: ScenePoint; readonly target: ScenePoint }) => string | null

interface TreeDrawing {
  readonly toPoint: (node: HierarchyPointNode<PlanNode>) => ScenePoint
  readonly toLabel: (node: HierarchyPointNode<PlanNode>, place: ScenePoint) => SceneLabel
  readonly drawLink: DrawLink
}

export function buildTreeScene(
  root: HierarchyPointNode<PlanNode>,
  { toPoint: placeOf, toLabel: labelOf, drawLink: join }: TreeDrawing,
): PlanScene {
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

type LinkEnds = Parameters<DrawLink>[0]

export const drawStraightLink: DrawLink = link<LinkEnds, ScenePoint>(curveLinear)
  .x(({ x }) => x)
  .y(({ y }) => y)

export const drawHorizontalLink: DrawLink = linkHorizontal<LinkEnds, ScenePoint>()
  .x(({ x }) => x)
  .y(({ y }) => y)

const drawRadialLink: DrawLink = linkRadial<LinkEnds, ScenePoint>()
  .angle(({ x, y }) => Math.atan2(x, -y))
  .radius(({ x, y }) => Math.hypot(x, y))

/** Around the middle of the sheet. The middle itself lies in no direction: a curve from there would begin in any. */
export const drawOutwardLink: DrawLink = (ends) =>
  Math.hypot(ends.source.x, ends.source.y) < 1 ? drawStraightLink(ends) : drawRadialLink(ends)
