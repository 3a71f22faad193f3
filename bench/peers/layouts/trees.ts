import { hierarchy, tree } from 'd3-hierarchy'
import { flextree } from 'd3-flextree'
import { BoundingBox, Layout } from 'non-layered-tidy-tree-layout'
import type { PlainTree } from '../../layout/sample.ts'
import type { LayoutSubject, PlacedBox } from '../../layout/subject.ts'

const gap = { sibling: 10, level: 50 }

/** Uses one cell size for all: the largest box. */
export const d3Tree: LayoutSubject = ({ root, nodes }) => {
  const width = Math.max(...nodes.map((node) => node.width)) + gap.sibling
  const height = Math.max(...nodes.map((node) => node.height)) + gap.level
  const layOut = tree<PlainTree>()
    .nodeSize([width, height])
    .separation(() => 1)
  let laidOut = hierarchy(root)
  return {
    run: () => (laidOut = layOut(hierarchy(root))),
    picture: () => ({ boxes: laidOut.descendants().map(({ data, x, y }) => centred(data, x ?? 0, y ?? 0)) }),
  }
}

export const d3Flextree: LayoutSubject = ({ root }) => {
  const layOut = flextree<PlainTree>({ nodeSize: ({ data }) => [data.width + gap.sibling, data.height + gap.level] })
  let laidOut = layOut.hierarchy(root)
  return {
    run: () => (laidOut = layOut(layOut.hierarchy(root))),
    picture: () => ({ boxes: laidOut.descendants().map(({ data, x, y }) => centred(data, x, y)) }),
  }
}

export const nonLayered: LayoutSubject = ({ root }) => {
  const layOut = new Layout(new BoundingBox(gap.sibling, gap.level))
  return { run: () => layOut.layout(root), picture: () => ({ boxes: [...cornersOf(root)] }) }
}

const centred = ({ width, height }: PlainTree, x: number, y: number): PlacedBox => ({
  left: x - width / 2,
  top: y,
  width,
  height,
})

function* cornersOf({ x = 0, y = 0, width, height, children }: PlainTree): Generator<PlacedBox> {
  yield { left: x, top: y, width, height }
  for (const child of children) yield* cornersOf(child)
}
