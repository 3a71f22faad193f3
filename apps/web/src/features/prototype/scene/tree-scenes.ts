import { cluster, type HierarchyNode, tree } from 'd3-hierarchy'
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { drawOutwardLink, drawHorizontalLink, drawStraightLink } from './joins.ts'
import { truncateLabel, type SceneLabel, type ScenePoint, type PlanScene } from './scene.ts'
import { buildTreeScene } from './scene-of-tree.ts'
import { buildPlanTree } from './tree-of.ts'

const rowHeight = 26
const columnWidth = 190
const labelSlant = 40

/** From the top down, with straight lines. */
export function buildBasicScene(plan: Plan): PlanScene {
  return buildTreeScene(tree<PlanNode>().nodeSize([rowHeight, columnWidth * 0.6])(buildPlanTree(plan)), {
    toPoint: ({ x, y }) => ({ x, y }),
    toLabel: ({ data }) => ({ text: truncateLabel(data.title), side: 'right', turn: labelSlant }),
    drawLink: drawStraightLink,
  })
}

/** From left to right, as compact as it goes. */
export function buildTidyScene(plan: Plan): PlanScene {
  return buildTreeScene(tree<PlanNode>().nodeSize([rowHeight, columnWidth])(buildPlanTree(plan)), {
    toPoint: ({ x, y }) => ({ x: y, y: x }),
    toLabel: ({ data }) => ({ text: truncateLabel(data.title), side: 'right' }),
    drawLink: drawHorizontalLink,
  })
}

const fullCircle = 2 * Math.PI
const ringWidth = 110

/** Out from the middle. */
export function buildRadialScene(plan: Plan): PlanScene {
  const root = buildPlanTree(plan)
  const laidOut = tree<PlanNode>()
    .size([fullCircle, findOuterRadius(root)])
    .separation((left, right) => (left.parent === right.parent ? 1 : 2) / Math.max(1, left.depth))
  return buildTreeScene(laidOut(root), radialDrawing)
}

/** As the radial one, with every leaf on the outermost circle. */
export function buildClusterScene(plan: Plan): PlanScene {
  const root = buildPlanTree(plan)
  return buildTreeScene(cluster<PlanNode>().size([fullCircle, findOuterRadius(root)])(root), radialDrawing)
}

/** The outermost circle has room for every leaf. */
const findOuterRadius = (root: HierarchyNode<PlanNode>): number =>
  Math.max(root.height * ringWidth, (root.leaves().length * rowHeight) / fullCircle)

const toCartesian = ({ x: angle, y: radius }: ScenePoint): ScenePoint => ({
  x: radius * Math.sin(angle),
  y: -radius * Math.cos(angle),
})

/** Along the ray, and never upside down. */
function rotateLabel({ title }: PlanNode, { x, y }: ScenePoint): SceneLabel {
  const degrees = (Math.atan2(y, Math.abs(x)) * 360) / fullCircle
  const isLeft = x < 0
  return { text: truncateLabel(title), side: isLeft ? 'left' : 'right', turn: isLeft ? -degrees : degrees }
}

const radialDrawing: Parameters<typeof buildTreeScene>[1] = {
  toPoint: toCartesian,
  toLabel: ({ data }, place) => rotateLabel(data, place),
  drawLink: drawOutwardLink,
}
