import type { DrawnArea } from '@espalier/canvas'
import { computeAnchors, type Direction, getSlotRect, type Rect } from '@espalier/layout'
import type { MapScene } from '../scene/map-scene.ts'
import { type BranchColor, branchColorNames } from '../theme/node-colors.ts'

/** Some browsers refuse a canvas with more pixels, and all draw it slowly. */
const maxPixels = 16_000_000
/** The widths of links by the depth of the child; deeper ones are as thin as the last. */
const lineWidthsPx = [4, 4, 3, 2.25, 1.75, 1.5] as const

/** Links taper with depth. */
export const getLinkWidth = (childDepth: number): number =>
  lineWidthsPx[Math.min(childDepth, lineWidthsPx.length - 1)] ?? lineWidthsPx[0]

export type LinkColors = Readonly<Record<BranchColor, string>>

const missingColor = '#858270'

/** Reads the colors of the map's theme. The canvas cannot use the style sheet's variables itself. */
export function readLinkColors(root: HTMLElement): LinkColors {
  const style = getComputedStyle(root)
  const read = (name: BranchColor): string => style.getPropertyValue(`--branch-${name}`).trim() || missingColor
  return Object.fromEntries(branchColorNames.map((name) => [name, read(name)] as const)) as LinkColors
}

/** Paints the links of an area onto one canvas element in the layer. */
export function paintLinks(canvas: HTMLCanvasElement, scene: MapScene, drawn: DrawnArea, colors: LinkColors): void {
  const context = openLayerCanvas(canvas, drawn)
  if (context === null) return
  const { direction } = scene.diagram
  for (const { color, width, links } of groupLinks(scene, drawn.area)) {
    context.strokeStyle = colors[color]
    context.lineWidth = Math.max(width, 1 / drawn.zoom)
    context.beginPath()
    for (const link of links) traceLink(context, scene, link, direction)
    context.stroke()
  }
}

/** Clears a canvas in the layer and places it over an area. What is then painted is in coordinates of the layout. */
export function openLayerCanvas(canvas: HTMLCanvasElement, drawn: DrawnArea): CanvasRenderingContext2D | null {
  const context = getContext2d(canvas)
  if (context === null) return null
  // Half a pixel off, every line would be blurred.
  const area = { ...drawn.area, left: Math.floor(drawn.area.left), top: Math.floor(drawn.area.top) }
  const scale = getPixelScale(area, drawn.zoom)
  placeCanvas(canvas, area, scale)
  context.setTransform(scale, 0, 0, scale, -area.left * scale, -area.top * scale)
  return context
}

interface DescribedLinks {
  /** As in an SVG path. */
  readonly d: string
  readonly color: BranchColor
  readonly width: number
}

/** Returns the links of an area as the markup of an SVG image, for a picture without a canvas (`platform/plan-picture.ts`). */
export function formatLinks(scene: MapScene, area: Rect): string {
  const paths = describeLinks(scene, area).map(
    ({ d, color, width }) =>
      `<path fill="none" d="${d}" stroke-width="${width}" data-style="stroke:var(--branch-${color})"></path>`,
  )
  const style = 'position:absolute;top:0;left:0;width:1px;height:1px;overflow:visible'
  return `<svg data-style="${style}">${paths.join('')}</svg>`
}

function describeLinks(scene: MapScene, area: Rect): readonly DescribedLinks[] {
  const { direction } = scene.diagram
  return [...groupLinks(scene, area)].map(({ color, width, links }) => {
    const parts: string[] = []
    const add = (letter: string, ...numbers: readonly number[]) =>
      void parts.push(letter + numbers.map((number) => Math.round(number * 10) / 10).join(' '))
    const path: LinkPath = {
      moveTo: (...at) => add('M', ...at),
      lineTo: (...to) => add('L', ...to),
      bezierCurveTo: (...to) => add('C', ...to),
    }
    for (const link of links) traceLink(path, scene, link, direction)
    return { d: parts.join(''), color, width }
  })
}

type LinkPath = Pick<CanvasRenderingContext2D, 'moveTo' | 'lineTo' | 'bezierCurveTo'>

interface LinkGroup {
  readonly color: BranchColor
  readonly width: number
  readonly links: number[]
}

/** Links of the same color and width are painted with one stroke, because each stroke takes longer than many links. */
function groupLinks(scene: MapScene, area: Rect): Iterable<LinkGroup> {
  const { diagram, branchColors } = scene
  const { targets } = diagram.links()
  const groups = new Map<string, LinkGroup>()
  for (const link of scene.linksNear(area)) {
    const { color, depth } = branchColors.getStyle(diagram.idAt(targets[link] as number) ?? '')
    const width = getLinkWidth(depth)
    const key = `${color} ${width}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { color, width, links: [link] })
    else group.links.push(link)
  }
  return groups.values()
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

function traceLink(context: LinkPath, { diagram }: MapScene, link: number, direction: Direction): void {
  const { sources, targets, bendStarts, bendX, bendY } = diagram.links()
  const parent = getSlotRect(diagram.boxes, sources[link] as number)
  const child = getSlotRect(diagram.boxes, targets[link] as number)
  const { start, from, to, end } = computeAnchors(direction, parent, child)
  const isSideways = direction === 'left' || direction === 'right'
  let { x, y } = from
  context.moveTo(start.x, start.y)
  context.lineTo(x, y)
  const curveTo = (nextX: number, nextY: number): void => {
    const middleX = (x + nextX) / 2
    const middleY = (y + nextY) / 2
    if (isSideways) context.bezierCurveTo(middleX, y, middleX, nextY, nextX, nextY)
    else context.bezierCurveTo(x, middleY, nextX, middleY, nextX, nextY)
    x = nextX
    y = nextY
  }
  const lastBend = bendStarts[link + 1] as number
  for (let bend = bendStarts[link] as number; bend < lastBend; bend += 2) {
    curveTo(bendX[bend] as number, bendY[bend] as number)
    x = bendX[bend + 1] ?? x
    y = bendY[bend + 1] ?? y
    context.lineTo(x, y)
  }
  curveTo(to.x, to.y)
  context.lineTo(end.x, end.y)
}
