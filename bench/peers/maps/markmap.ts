import { Markmap, type MarkmapNode } from 'markmap-view'
import { home } from '../../canvas/map-subject.ts'
import { present } from '../../canvas/page/present.ts'
import { nest } from './nest.ts'

let map: Markmap | null = null
let root: MarkmapNode | null = null
let isBuilding = true

/** d3 stores an element's datum here. */
const getNode = (element: Element): MarkmapNode | undefined => Reflect.get(element, '__data__')

const boxes = () =>
  [...document.querySelectorAll('g.markmap-node')].map(
    (element) => [getNode(element)?.payload.id ?? '', element] as const,
  )

/** It copies the given nodes, so those below the root have to be found again. */
function find(id: string, from: MarkmapNode | null = root): MarkmapNode | null {
  if (!from || from.payload.id === id) return from
  for (const child of from.children) {
    const found = find(id, child)
    if (found) return found
  }
  return null
}

const make = (id: string, title: string): MarkmapNode => ({ content: title, children: [], payload: { id } })

present({
  zoomStepPx: 2.3,
  async open(host, { nodes }) {
    root = nest<MarkmapNode>(
      nodes,
      ({ id, title }) => make(id, title),
      ({ children }) => children,
    ).root
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    svg.style.cssText = 'width:100%;height:100%'
    host.append(svg)
    map = Markmap.create(svg, { autoFit: false, duration: 0, pan: true, zoom: true, scrollForPan: true, maxWidth: 200 })
    await map.setData(root)
    // The root is at the origin.
    map.zoom.translateBy(map.svg, home.x, home.y)
    isBuilding = false
  },
  isBuilding: () => isBuilding,
  boxes,
  findElement: (id) => boxes().find(([drawn]) => drawn === id)?.[1] ?? null,
  addChild(parentId, { id, title }) {
    find(parentId)?.children.push(make(id, title))
    return map?.setData(root)
  },
  rename(id, title) {
    const node = find(id)
    if (node) node.content = title
    return map?.setData(root)
  },
})
