import type { DrawnArea } from '@espalier/canvas'
import { computeAnchors, type Direction, getSlotRect, type Rect } from '@espalier/layout'
import type { MapScene } from '../scene/map-scene.ts'

/** Some browsers refuse a canvas with more pixels, and all draw it slowly. */
const maxPixels = 16_000_000
const lineWidthPx = 1.5

/** Paints the links of an area onto one canvas element in the layer. */
export function paintLinks(canvas: HTMLCanvasElement, scene: MapScene, drawn: DrawnArea, colour: string): void {
  const context = getContext2d(canvas)
  if (context === null) return
  const { zoom } = drawn
  // Half a pixel off, every line would be blurred.
  const area = { ...drawn.area, left: Math.floor(drawn.area.left), top: Math.floor(drawn.area.top) }
  const scale = getPixelScale(area, zoom)
  placeCanvas(canvas, area, scale)
  context.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale)
  context.strokeStyle = colour
  context.lineWidth = Math.max(lineWidthPx, 1 / zoom)
  context.beginPath()
  const { direction } = scene.diagram
  for (const link of scene.linksNear(area)) traceLink(context, scene, link, direction)
  context.stroke()
}

const getContext2d = (canvas: HTMLCanvasElement) =>
  typeof CanvasRenderingContext2D === 'undefined' ? null : canvas.getContext('2d')

function getPixelScale({ width, height }: Rect, zoom: number): number {
  const wanted = zoom * window.devicePixelRatio
  return Math.min(wanted, Math.sqrt(maxPixels / (width * height)))
}

/** Setting the size of a canvas also clears it, so one that keeps its size is cleared explicitly. */
function placeCanvas(canvas: HTMLCanvasElement, area: Rect, scale: number): void {
  const width = Math.ceil(area.width * scale)
  const height = Math.ceil(area.height * scale)
  if (canvas.width === width && canvas.height === height) {
    const context = canvas.getContext('2d')
    context?.setTransform(1, 0, 0, 1, 0, 0)
    context?.clearRect(0, 0, width, height)
  } else {
    canvas.width = width
    canvas.height = height
  }
  // Without a transform its moves would count as layout shifts.
  Object.assign(canvas.style, {
    transform: `translate(${area.left}px, ${area.top}px)`,
    width: `${width / scale}px`,
    height: `${height / scale}px`,
  })
}

function traceLink(context: CanvasRenderingContext2D, { diagram }: MapScene, link: number, direction: Direction): void {
  const { sources, targets, bendStarts, bendX, bendY } = diagram.links()
  const parent = getSlotRect(diagram.boxes, sources[link] as number)
  const child = getSlotRect(diagram.boxes, targets[link] as number)
  const { from, to } = computeAnchors(direction, parent, child)
  const isSideways = direction === 'left' || direction === 'right'
  let { x, y } = from
  context.moveTo(x, y)
  const curveTo = (nextX: number, nextY: number): void => {
    const middleX = (x + nextX) / 2
    const middleY = (y + nextY) / 2
    if (isSideways) context.bezierCurveTo(middleX, y, middleX, nextY, nextX, nextY)
    else context.bezierCurveTo(x, middleY, nextX, middleY, nextX, nextY)
    x = nextX
    y = nextY
  }
  const end = bendStarts[link + 1] as number
  for (let bend = bendStarts[link] as number; bend < end; bend += 2) {
    curveTo(bendX[bend] as number, bendY[bend] as number)
    x = bendX[bend + 1] ?? x
    y = bendY[bend + 1] ?? y
    context.lineTo(x, y)
  }
  curveTo(to.x, to.y)
}
