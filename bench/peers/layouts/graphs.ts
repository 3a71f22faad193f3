import { graphlib, layout as layOutByDagre } from '@dagrejs/dagre'
import { coordGreedy, decrossDfs, type Graph, graphStratify, layeringLongestPath, sugiyama } from 'd3-dag'
import ELK from 'elkjs/lib/elk.bundled.js'
import { createChain, assignLayers } from '../../layout/crossings.ts'
import type { Sample, SampleNode } from '../../layout/sample.ts'
import type { LayoutSubject, PlacedBox, Picture } from '../../layout/subject.ts'

const gap = { sibling: 10, level: 50 }

/** Uses the fast preset, because the default needs twelve seconds for a thousand nodes. */
export const d3Dag: LayoutSubject = ({ nodes }) => {
  const build = graphStratify()
  const layOut = sugiyama()
    .layering(layeringLongestPath())
    .decross(decrossDfs())
    .coord(coordGreedy())
    .nodeSize(({ data }) => [data.width, data.height])
    .gap([gap.sibling, gap.level])
  let graph: Graph<SampleNode> = build(nodes)
  return {
    run() {
      graph = build(nodes)
      layOut(graph)
    },
    picture: () => toPicture(graph),
  }
}

function toPicture(graph: Graph<SampleNode>): Picture {
  const placed = [...graph.nodes()]
  const ranks = assignLayers(placed.map((node) => node.y))
  const layers = new Map(placed.map((node, at) => [node, ranks[at] ?? 0]))
  return {
    boxes: placed.map(({ x, y, data }) => around(data, x, y)),
    chains: [...graph.links()].map(({ source, target, points }) =>
      createChain(
        layers.get(source) ?? 0,
        layers.get(target) ?? 0,
        points.map(([x]) => x),
      ),
    ),
  }
}

export const dagreLayered: LayoutSubject = ({ nodes }) => {
  let graph = new graphlib.Graph()
  return {
    run() {
      graph = new graphlib.Graph()
      graph.setGraph({ nodesep: gap.sibling, ranksep: gap.level })
      graph.setDefaultEdgeLabel(() => ({}))
      for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
      for (const { id, parentIds } of nodes) for (const parentId of parentIds) graph.setEdge(parentId, id)
      layOutByDagre(graph)
    },
    picture: () => ({
      boxes: nodes.map((node) => {
        const { x, y } = graph.node(node.id)
        return around(node, x, y)
      }),
    }),
  }
}

export const elkLayered: LayoutSubject = ({ nodes }) => {
  const elk = new ELK()
  let boxes: PlacedBox[] = []
  return {
    async run() {
      const { children } = await elk.layout(elkGraph(nodes))
      boxes = children.map(({ x, y, width, height }) => ({ left: x ?? 0, top: y ?? 0, width, height }))
    },
    picture: () => ({ boxes }),
  }
}

const elkGraph = (nodes: Sample['nodes']) => ({
  id: 'root',
  layoutOptions: {
    'elk.algorithm': 'layered',
    'elk.direction': 'DOWN',
    'elk.spacing.nodeNode': String(gap.sibling),
    'elk.layered.spacing.nodeNodeBetweenLayers': String(gap.level),
  },
  children: nodes.map(({ id, width, height }) => ({ id, width, height })),
  edges: nodes.flatMap(({ id, parentIds }) =>
    parentIds.map((parentId) => ({ id: `${parentId} ${id}`, sources: [parentId], targets: [id] })),
  ),
})

const around = ({ width, height }: SampleNode, x: number, y: number): PlacedBox => ({
  left: x - width / 2,
  top: y - height / 2,
  width,
  height,
})
