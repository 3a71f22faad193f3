// Uses no library and no layout: plain boxes for the nodes in the viewport and a margin, one canvas for the links.
import './limit.css'
import { type GivenMap, home } from '../map-subject.ts'
import { present } from './present.ts'

const margin = 300
const gap = 70

let ids: string[] = []
let titles: string[] = []
let parents = new Int32Array(0)
let left = new Float64Array(0)
let top = new Float64Array(0)
let size = { width: 0, height: 0 }
let count = 0
const numbers = new Map<string, number>()
const drawn = new Map<number, HTMLElement>()
const view = { x: 0, y: 0, zoom: 1 }
let isAsked = false

const layer = document.createElement('div')
const sheet = document.createElement('canvas')
const pen = sheet.getContext('2d')

function take({ nodes, layout }: GivenMap): void {
  count = nodes.length
  ids = nodes.map(({ id }) => id)
  titles = nodes.map(({ title }) => title)
  nodes.forEach(({ id }, at) => numbers.set(id, at))
  parents = new Int32Array(count + 1)
  left = new Float64Array(count + 1)
  top = new Float64Array(count + 1)
  left.set(layout.left)
  top.set(layout.top)
  size = { width: layout.width, height: layout.height }
  nodes.forEach(({ parentId }, at) => (parents[at] = parentId === null ? -1 : (numbers.get(parentId) ?? -1)))
  view.x = home.x - (left[0] as number)
  view.y = home.y - (top[0] as number) - size.height / 2
}

/** Returns the part of the map that should be in the document. */
const findWindow = (beyond: number) => ({
  west: (-beyond - view.x) / view.zoom,
  north: (-beyond - view.y) / view.zoom,
  east: (innerWidth + beyond - view.x) / view.zoom,
  south: (innerHeight + beyond - view.y) / view.zoom,
})

function draw(): void {
  isAsked = false
  layer.style.transform = `translate(${view.x}px,${view.y}px) scale(${view.zoom})`
  const { west, north, east, south } = findWindow(margin)
  const wanted = (node: number) =>
    (left[node] as number) < east &&
    (left[node] as number) + size.width > west &&
    (top[node] as number) < south &&
    (top[node] as number) + size.height > north
  for (const [node, box] of drawn) {
    if (wanted(node)) continue
    box.remove()
    drawn.delete(node)
  }
  for (let node = 0; node < count; node += 1) if (!drawn.has(node) && wanted(node)) drawBox(node)
  drawLinks()
}

function drawBox(node: number): void {
  const box = document.createElement('div')
  box.className = 'box'
  box.textContent = titles[node] ?? ''
  box.style.transform = `translate(${left[node]}px,${top[node]}px)`
  drawn.set(node, box)
  layer.append(box)
}

function drawLinks(): void {
  if (!pen) return
  const { west, north, east, south } = findWindow(0)
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, sheet.width, sheet.height)
  pen.setTransform(view.zoom, 0, 0, view.zoom, view.x, view.y)
  pen.strokeStyle = '#888'
  pen.beginPath()
  for (let node = 1; node < count; node += 1) {
    const parent = parents[node] as number
    const [fromX, toX] = [(left[parent] as number) + size.width, left[node] as number]
    if (toX < west || fromX > east) continue
    const [fromY, toY] = [(top[parent] as number) + size.height / 2, (top[node] as number) + size.height / 2]
    if (Math.max(fromY, toY) < north || Math.min(fromY, toY) > south) continue
    const middle = (fromX + toX) / 2
    pen.moveTo(fromX, fromY)
    pen.bezierCurveTo(middle, fromY, middle, toY, toX, toY)
  }
  pen.stroke()
}

function drawSoon(): void {
  if (isAsked) return
  isAsked = true
  requestAnimationFrame(draw)
}

function turn(event: WheelEvent): void {
  event.preventDefault()
  if (event.ctrlKey) {
    const zoom = Math.min(5, Math.max(0.25, view.zoom * Math.exp(-event.deltaY * 0.01)))
    view.x = event.clientX - ((event.clientX - view.x) * zoom) / view.zoom
    view.y = event.clientY - ((event.clientY - view.y) * zoom) / view.zoom
    view.zoom = zoom
  } else {
    view.x -= event.deltaX
    view.y -= event.deltaY
  }
  drawSoon()
}

present({
  zoomStepPx: 4.6,
  open(host, map) {
    take(map)
    layer.className = 'layer'
    sheet.width = innerWidth
    sheet.height = innerHeight
    host.append(sheet, layer)
    host.addEventListener('wheel', turn, { passive: false })
    draw()
  },
  boxes: () => [...drawn].map(([node, box]) => [ids[node] ?? '', box] as const),
  findElement: (id) => drawn.get(numbers.get(id) ?? -1),
  addChild(parentId, { id, title }) {
    const parent = numbers.get(parentId) ?? 0
    ids[count] = id
    titles[count] = title
    parents[count] = parent
    left[count] = (left[parent] as number) + size.width + gap
    top[count] = top[parent] as number
    numbers.set(id, count)
    count += 1
    draw()
  },
  rename(id, title) {
    const node = numbers.get(id) ?? 0
    titles[node] = title
    const box = drawn.get(node)
    if (box) box.textContent = title
  },
})
