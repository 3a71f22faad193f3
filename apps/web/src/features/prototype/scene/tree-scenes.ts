import { cluster, type HierarchyNode, tree } from 'd3-hierarchy'
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { outwards, sideways, straight } from './joins.ts'
import { labelled, type Label, type Point, type Scene } from './scene.ts'
import { sceneOfTree } from './scene-of-tree.ts'
import { treeOf } from './tree-of.ts'

const row = 26
const column = 190
const slant = 40

/** From the top down, with straight lines. */
export function basicScene(plan: Plan): Scene {
  return sceneOfTree(tree<PlanNode>().nodeSize([row, column * 0.6])(treeOf(plan)), {
    placeOf: ({ x, y }) => ({ x, y }),
    labelOf: ({ data }) => ({ text: labelled(data.title), side: 'right', turn: slant }),
    join: straight,
  })
}

/** From left to right, as compact as it goes. */
export function tidyScene(plan: Plan): Scene {
  return sceneOfTree(tree<PlanNode>().nodeSize([row, column])(treeOf(plan)), {
    placeOf: ({ x, y }) => ({ x: y, y: x }),
    labelOf: ({ data }) => ({ text: labelled(data.title), side: 'right' }),
    join: sideways,
  })
}

const around = 2 * Math.PI
const ringWidth = 110

/** Out from the middle. */
export function radialScene(plan: Plan): Scene {
  const root = treeOf(plan)
  const laidOut = tree<PlanNode>()
    .size([around, radiusFor(root)])
    .separation((left, right) => (left.parent === right.parent ? 1 : 2) / Math.max(1, left.depth))
  return sceneOfTree(laidOut(root), round)
}

/** As the radial one, with every leaf on the outermost circle. */
export function sunScene(plan: Plan): Scene {
  const root = treeOf(plan)
  return sceneOfTree(cluster<PlanNode>().size([around, radiusFor(root)])(root), round)
}

/** The outermost circle has room for every leaf. */
const radiusFor = (root: HierarchyNode<PlanNode>): number =>
  Math.max(root.height * ringWidth, (root.leaves().length * row) / around)

const polar = ({ x: angle, y: radius }: Point): Point => ({
  x: radius * Math.sin(angle),
  y: -radius * Math.cos(angle),
})

/** Along the ray, and never upside down. */
function turned({ title }: PlanNode, { x, y }: Point): Label {
  const degrees = (Math.atan2(y, Math.abs(x)) * 360) / around
  const isLeft = x < 0
  return { text: labelled(title), side: isLeft ? 'left' : 'right', turn: isLeft ? -degrees : degrees }
}

const round: Parameters<typeof sceneOfTree>[1] = {
  placeOf: polar,
  labelOf: ({ data }, place) => turned(data, place),
  join: outwards,
}
