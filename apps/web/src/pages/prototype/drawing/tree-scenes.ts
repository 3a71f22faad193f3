import { cluster, type HierarchyNode, pack, tree } from 'd3-hierarchy'
import type { Plan, PlanNode } from '../../../api/plan.ts'
import { buildPlanTree } from './plan-tree.ts'
import { buildTreeScene, drawHorizontalLink, drawOutwardLink, drawStraightLink } from './scene-links.ts'
import {
  countFittingLetters,
  type PlanScene,
  type SceneLabel,
  type SceneNode,
  type ScenePoint,
  truncateLabel,
} from './scene.ts'

const rowHeight = 26
const columnWidth = 190
const labelSlant = 40

/** Grows from the top down, with straight links. */
export function buildBasicScene(plan: Plan): PlanScene {
  return buildTreeScene(tree<PlanNode>().nodeSize([rowHeight, columnWidth * 0.6])(buildPlanTree(plan)), {
    toPoint: ({ x, y }) => ({ x, y }),
    toLabel: ({ data }) => ({ text: truncateLabel(data.title), side: 'right', turn: labelSlant }),
    drawLink: drawStraightLink,
  })
}

/** Grows from left to right, as compact as possible. */
export function buildTidyScene(plan: Plan): PlanScene {
  return buildTreeScene(tree<PlanNode>().nodeSize([rowHeight, columnWidth])(buildPlanTree(plan)), {
    toPoint: ({ x, y }) => ({ x: y, y: x }),
    toLabel: ({ data }) => ({ text: truncateLabel(data.title), side: 'right' }),
    drawLink: drawHorizontalLink,
  })
}

const fullCircle = 2 * Math.PI
const ringWidth = 110

/** Grows outward from the middle. */
export function buildRadialScene(plan: Plan): PlanScene {
  const root = buildPlanTree(plan)
  const laidOut = tree<PlanNode>()
    .size([fullCircle, findOuterRadius(root)])
    .separation((left, right) => (left.parent === right.parent ? 1 : 2) / Math.max(1, left.depth))
  return buildTreeScene(laidOut(root), radialDrawing)
}

/** Like the radial scene, with every leaf on the outermost circle. */
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

/** Rotates a label along its ray, never upside down. */
function rotateLabel({ title }: PlanNode, { x, y }: ScenePoint): SceneLabel {
  const degrees = (Math.atan2(y, Math.abs(x)) * 360) / fullCircle
  const isLeft = x < 0
  return { text: truncateLabel(title), side: isLeft ? 'left' : 'right', turn: isLeft ? -degrees : degrees }
}

const radialDrawing: Parameters<typeof buildTreeScene>[1] = {
  toPoint: toCartesian,
  toLabel: ({ data }, point) => rotateLabel(data, point),
  drawLink: drawOutwardLink,
}

/** The sheet's width per leaf, scaled by the square root of their number. */
const widthPerLeaf = 210
const minSide = 300
const bubblePadding = 8

/** Nests circles: a leaf is a bubble with its title, a branch the ring around its children. */
export function buildBubbleScene(plan: Plan): PlanScene {
  const root = buildPlanTree(plan).count()
  const side = Math.max(minSide, Math.sqrt(root.leaves().length) * widthPerLeaf)
  const packed = pack<PlanNode>().size([side, side]).padding(bubblePadding)(root)
  const nodes = packed.descendants().map(({ data: node, x: right, y: down, r, children, depth }): SceneNode => {
    const [x, y] = [right - side / 2, down - side / 2]
    if (children === undefined) {
      const text = truncateLabel(node.title, countFittingLetters(2 * r - bubblePadding))
      return { node, x, y, label: { text, side: 'below' }, ring: { radius: r, below: 0 } }
    }
    const label = depth <= 1 ? ({ text: truncateLabel(node.title), side: 'right' } as const) : null
    return { node, x, y: y - r, label, ring: { radius: r, below: r } }
  })
  return { nodes, links: [] }
}
