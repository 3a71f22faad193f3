import type { HierarchyPointNode } from 'd3-hierarchy'
import { curveLinear, link, linkHorizontal, linkRadial } from 'd3-shape'
import type { PlanNode } from '../../../api/plan.ts'
import type { PlanScene, SceneLabel, SceneLink, SceneNode, ScenePoint } from './scene.ts'

type DrawLink = (ends: { readonly source: ScenePoint; readonly target: ScenePoint }) => string | null

interface TreeDrawing {
  readonly toPoint: (node: HierarchyPointNode<PlanNode>) => ScenePoint
  readonly toLabel: (node: HierarchyPointNode<PlanNode>, point: ScenePoint) => SceneLabel
  readonly drawLink: DrawLink
}

export function buildTreeScene(
  root: HierarchyPointNode<PlanNode>,
  { toPoint: computePoint, toLabel: computeLabel, drawLink: join }: TreeDrawing,
): PlanScene {
  const nodes = root.descendants().map((at): SceneNode => {
    const point = computePoint(at)
    return { ...point, node: at.data, label: computeLabel(at, point) }
  })
  const primary = root.links().map(({ source, target }) => [source.data.id, target.data.id] as const)
  return { nodes, links: [...buildLinks(nodes, primary, join, false), ...buildExtraLinks(nodes, join)] }
}

type NodePair = readonly [from: string, to: string]

/** Builds the links to additional parents, which a tree cannot show otherwise. */
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
  const nodesById = new Map(nodes.map((one) => [one.node.id, one]))
  return pairs.flatMap(([from, to]) => {
    const [source, target] = [nodesById.get(from), nodesById.get(to)]
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

/**
 * Draws links around the middle of the sheet. The middle has no direction, so a curve from there could start anywhere.
 */
export const drawOutwardLink: DrawLink = (ends) =>
  Math.hypot(ends.source.x, ends.source.y) < 1 ? drawStraightLink(ends) : drawRadialLink(ends)
