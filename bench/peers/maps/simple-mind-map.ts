import MindMap, { type SimpleNode } from 'simple-mind-map'
import RichText from 'simple-mind-map/src/plugins/RichText.js'
import 'simple-mind-map/dist/simpleMindMap.esm.css'
import type { MapNode } from '../../canvas/map-subject.ts'
import { present } from '../../canvas/page/present.ts'
import { nest } from './nest.ts'

// Without the plugin it measures texts one letter at a time.
MindMap.usePlugin(RichText)

let mind: MindMap | null = null
let isBuilding = true

interface Nested {
  readonly data: { readonly uid: string; readonly text: string; readonly richText: true; readonly expand: true }
  readonly children: Nested[]
}

const toContent = ({ id, title }: MapNode): Nested['data'] => ({
  uid: id,
  text: `<p>${title}</p>`,
  richText: true,
  expand: true,
})

const findNode = (id: string) => mind?.renderer.findNodeByUid(id) ?? null

function* nodesBelow(node: SimpleNode | null | undefined): Generator<SimpleNode> {
  if (!node) return
  yield node
  for (const child of node.children) yield* nodesBelow(child)
}

present({
  zoomStepPx: 40,
  open(host, { nodes }) {
    const { root } = nest<Nested>(
      nodes,
      (node) => ({ data: toContent(node), children: [] }),
      ({ children }) => children,
    )
    mind = new MindMap({
      el: host,
      data: root,
      layout: 'logicalStructure',
      initRootNodePosition: ['left', 'center'],
      mousewheelAction: 'move',
      mousewheelMoveStep: 40,
      scaleRatio: 0.025,
      minZoomRatio: 25,
      openPerformance: location.search.includes('performance'),
    })
    mind.on('node_tree_render_end', () => (isBuilding = false))
  },
  isBuilding: () => isBuilding,
  *boxes() {
    for (const node of nodesBelow(mind?.renderer.root)) {
      const element = node.group?.node
      if (element?.isConnected) yield [node.getData('uid'), element] as const
    }
  },
  findElement(id) {
    const element = findNode(id)?.group?.node
    return element?.isConnected ? element : null
  },
  addChild(parentId, node) {
    const parent = findNode(parentId)
    if (parent) mind?.execCommand('INSERT_CHILD_NODE', false, [parent], toContent(node))
  },
  rename(id, title) {
    const node = findNode(id)
    if (node) mind?.execCommand('SET_NODE_TEXT', node, `<p>${title}</p>`, true)
  },
})
