import { pack } from 'd3-hierarchy'
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { truncateLabel, countFittingLetters, type PlanScene, type SceneNode } from './scene.ts'
import { buildPlanTree } from './tree-of.ts'

/** How wide a sheet is for each leaf, by the square root of how many there are. */
const widthPerLeaf = 210
const minSide = 300
const bubblePadding = 8

/** Circles in circles: a leaf is a bubble with its title, a branch the ring around what hangs from it. */
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
