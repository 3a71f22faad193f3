import { type FlowEdge, type FlowInstance, type FlowNode, ReactFlow } from '@xyflow/react'
import '@xyflow/react/dist/style.css'
import { hierarchy, tree } from 'd3-hierarchy'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { boxSize, home } from '../../canvas/map-subject.ts'
import { present } from '../../canvas/page/present.ts'
import { nest } from './nest.ts'

const gap = { sibling: 10, level: 70 }
let flow: FlowInstance | null = null

interface Nested {
  readonly id: string
  readonly title: string
  readonly children: Nested[]
}

/** Given the ends of links, it need not draw every node once to measure them. */
const handles = [
  { type: 'target', position: 'left', x: 0, y: boxSize.height / 2, width: 1, height: 1 },
  { type: 'source', position: 'right', x: boxSize.width, y: boxSize.height / 2, width: 1, height: 1 },
]

const flowNode = (id: string, title: string, x: number, y: number): FlowNode => ({
  id,
  position: { x, y },
  data: { label: title },
  sourcePosition: 'right',
  targetPosition: 'left',
  handles,
  ...boxSize,
})

const flowEdge = (source: string, target: string): FlowEdge => ({ id: `${source} ${target}`, source, target })

function layOut(root: Nested): { nodes: FlowNode[]; edges: FlowEdge[] } {
  const size: [number, number] = [boxSize.height + gap.sibling, boxSize.width + gap.level]
  const placed = tree<Nested>().nodeSize(size)(hierarchy(root)).descendants()
  return {
    nodes: placed.map(({ data, x = 0, y = 0 }) => flowNode(data.id, data.title, y, x)),
    edges: placed.flatMap(({ data, parent }) => (parent ? [flowEdge(parent.data.id, data.id)] : [])),
  }
}

const findElement = (id: string) => document.querySelector(`.react-flow__node[data-id="${id}"]`)

present({
  zoomStepPx: 33,
  open(host, { nodes }) {
    const { root } = nest<Nested>(
      nodes,
      ({ id, title }) => ({ id, title, children: [] }),
      ({ children }) => children,
    )
    const laidOut = layOut(root)
    const page = createElement(ReactFlow, {
      defaultNodes: laidOut.nodes,
      defaultEdges: laidOut.edges,
      defaultViewport: { x: home.x, y: home.y - boxSize.height / 2, zoom: 1 },
      minZoom: 0.25,
      maxZoom: 5,
      panOnScroll: true,
      onlyRenderVisibleElements: location.search.includes('visible'),
      onInit: (instance: FlowInstance) => (flow = instance),
    })
    createRoot(host).render(page)
  },
  isBuilding: () => flow === null,
  boxes: () =>
    [...document.querySelectorAll<HTMLElement>('.react-flow__node')].map(
      (element) => [element.dataset['id'] ?? '', element] as const,
    ),
  findElement: (id) => {
    const element = findElement(id)
    return element && getComputedStyle(element).visibility === 'visible' ? element : null
  },
  addChild(parentId, { id, title }) {
    const { x = 0, y = 0 } = flow?.getNode(parentId)?.position ?? {}
    flow?.addNodes(flowNode(id, title, x + boxSize.width + gap.level, y))
    flow?.addEdges(flowEdge(parentId, id))
  },
  rename: (id, title) => flow?.updateNodeData(id, { label: title }),
})
