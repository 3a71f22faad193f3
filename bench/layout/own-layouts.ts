import { type Diagram, layOutTree } from '@espalier/layout'
import { LayeredDiagram } from '@espalier/layout/layered'
import { createChain, assignLayers } from './crossings.ts'
import type { PlainTree, Sample } from './sample.ts'
import type { Chain, LayoutSubject } from './subject.ts'

/** Computes no layout at all: one pass that reads a parent and writes a corner. */
export const limit: LayoutSubject = ({ nodes }) => {
  const numbers = new Map(nodes.map(({ id }, index) => [id, index]))
  const parents = Int32Array.from(nodes, ({ parentIds: [first] }) => numbers.get(first ?? '') ?? -1)
  const [widths, heights] = [Float64Array.from(nodes, (n) => n.width), Float64Array.from(nodes, (n) => n.height)]
  const [left, top] = [new Float64Array(nodes.length), new Float64Array(nodes.length)]
  return {
    run() {
      let across = 0
      for (let node = 0; node < parents.length; node += 1) {
        const parent = parents[node] as number
        left[node] = across
        top[node] = parent < 0 ? 0 : (top[parent] as number) + (heights[parent] as number) + 50
        across += (widths[node] as number) + 10
      }
    },
    picture: () => ({
      boxes: nodes.map((node, at) => ({ ...node, left: left[at] as number, top: top[at] as number })),
    }),
  }
}

/** Starts from nested objects like the libraries, so making the columns is included. */
export const layOutTreeSubject: LayoutSubject = ({ root, nodes }) => {
  const run = () => {
    const forest = toColumns(root, nodes.length)
    return { forest, ...layOutTree(forest, 'down') }
  }
  return {
    run,
    picture() {
      const { forest, left, top } = run()
      const { widths, heights } = forest
      const boxes = Array.from(left, (x, at) => {
        const [y, width, height] = [top[at] ?? 0, widths[at] ?? 0, heights[at] ?? 0]
        return { left: x, top: y, width, height }
      })
      return { boxes }
    },
  }
}

function toColumns(root: PlainTree, count: number) {
  const parents = new Int32Array(count)
  const widths = new Float64Array(count)
  const heights = new Float64Array(count)
  let size = 0
  const add = (box: PlainTree, parent: number) => {
    const node = size
    size += 1
    parents[node] = parent
    widths[node] = box.width
    heights[node] = box.height
    for (const child of box.children) add(child, node)
  }
  add(root, -1)
  return { parents, widths, heights }
}

/** Uses ids and is ready for changes, as in the product's page. */
export const diagramSubject: LayoutSubject = ({ nodes }) => {
  let diagram = new LayeredDiagram('down')
  return {
    run() {
      diagram = new LayeredDiagram('down', nodes)
      diagram.settle()
    },
    picture() {
      const boxes = nodes.flatMap(({ id }) => diagram.findRect(id) ?? [])
      return diagram.kind === 'layered' ? { boxes, chains: listChains(diagram, nodes) } : { boxes }
    },
  }
}

function listChains(diagram: Diagram, nodes: Sample['nodes']): Chain[] {
  const { sources, targets, bendStarts, bendX } = diagram.links()
  const slots = nodes.map(({ id }) => diagram.findSlot(id) ?? 0)
  const { top, left, width } = diagram.boxes
  const ranks = assignLayers(slots.map((slot) => top[slot] as number))
  const layers = new Map(slots.map((slot, at) => [slot, ranks[at] ?? 0]))
  const middle = (slot: number) => (left[slot] as number) + (width[slot] as number) / 2
  return Array.from(sources, (source, link) => {
    const target = targets[link] as number
    const bends = bendX.subarray(bendStarts[link], bendStarts[link + 1]).filter((_, at) => at % 2 === 0)
    return createChain(layers.get(source) ?? 0, layers.get(target) ?? 0, [middle(source), ...bends, middle(target)])
  })
}
