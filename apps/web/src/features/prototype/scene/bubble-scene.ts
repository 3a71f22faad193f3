import { pack } from 'd3-hierarchy'
import type { Plan, PlanNode } from '../../../data/plan/index.ts'
import { labelled, lettersIn, type Scene, type SceneNode } from './scene.ts'
import { treeOf } from './tree-of.ts'

/** How wide a sheet is for each leaf, by the square root of how many there are. */
const roomForLeaf = 210
const least = 300
const gap = 8

/** Circles in circles: a leaf is a bubble with its title, a branch the ring around what hangs from it. */
export function bubbleScene(plan: Plan): Scene {
  const root = treeOf(plan).count()
  const side = Math.max(least, Math.sqrt(root.leaves().length) * roomForLeaf)
  const packed = pack<PlanNode>().size([side, side]).padding(gap)(root)
  const nodes = packed.descendants().map(({ data: node, x: right, y: down, r, children, depth }): SceneNode => {
    const [x, y] = [right - side / 2, down - side / 2]
    if (children === undefined) {
      const text = labelled(node.title, lettersIn(2 * r - gap))
      return { node, x, y, label: { text, side: 'below' }, ring: { radius: r, below: 0 } }
    }
    const label = depth <= 1 ? ({ text: labelled(node.title), side: 'right' } as const) : null
    return { node, x, y: y - r, label, ring: { radius: r, below: r } }
  })
  return { nodes, links: [] }
}
