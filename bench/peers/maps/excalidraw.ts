import { Excalidraw, type ExcalidrawApi } from '@excalidraw/excalidraw'
import '@excalidraw/excalidraw/index.css'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { present } from '../../canvas/page/present.ts'

let api: ExcalidrawApi | null = null
let wanted = 0

const common = { angle: 0, strokeColor: '#1e1e1e', backgroundColor: 'transparent', groupIds: [], isDeleted: false }

/** One rectangle with a bound text for each node, as in its own files; no arrows, which is to its advantage. */
present({
  zoomStepPx: 40,
  open(host, { nodes, layout: { left, top, width, height } }) {
    const elements = nodes.flatMap(({ id, title }, at) => {
      const place = { x: left[at], y: top[at], width, height }
      const text = { id: `${id} text`, type: 'text', containerId: id, text: title, originalText: title, fontSize: 14 }
      return [
        { ...common, ...place, id, type: 'rectangle', boundElements: [{ type: 'text', id: text.id }] },
        { ...common, ...place, ...text, fontFamily: 2, textAlign: 'center', verticalAlign: 'middle', lineHeight: 1.25 },
      ]
    })
    wanted = elements.length
    const page = createElement(Excalidraw, {
      initialData: { elements, scrollToContent: false },
      excalidrawAPI: (given: ExcalidrawApi) => (api = given),
    })
    createRoot(host).render(page)
  },
  isBuilding: () => api === null || api.getAppState().isLoading || api.getSceneElements().length < wanted,
  boxes: () => [],
  // It draws on one canvas: there is no element of a node.
  findElement: () => document.querySelector('canvas.excalidraw__canvas.static'),
  addChild: () => undefined,
  rename: () => undefined,
})
