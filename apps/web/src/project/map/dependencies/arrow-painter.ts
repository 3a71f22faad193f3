import type { DrawnArea } from '@espalier/canvas'
import { type Arrow, arrowTouches, computeArrow } from '@espalier/canvas/arrow'
import type { NodeId } from '@espalier/domain'
import { openLayerCanvas } from '../rendering/link-painter.ts'
import type { MapScene } from '../scene/map-scene.ts'

/** A node that waits for another. */
export interface Dependency {
  readonly fromId: NodeId
  readonly toId: NodeId
  /** The blocker is not done, so the other node cannot start. */
  readonly isOpen: boolean
}

interface ArrowColors {
  readonly open: string
  readonly done: string
}

/** Thin, so that they are not taken for links. */
const lineWidthPx = 1.5
const headPx = { length: 9, halfWidth: 4 } as const
const doneDashPx = [4, 4]

/** Reads the colors of the page's theme. A canvas cannot use the style sheet's variables itself. */
export function readArrowColors(canvas: HTMLCanvasElement): ArrowColors {
  const style = getComputedStyle(canvas)
  const read = (name: string): string => style.getPropertyValue(name).trim() || style.color
  return { open: read('--brick'), done: read('--ink-soft') }
}

/** Paints the arrows that touch an area. Those of nodes that are not shown are left out. */
export function paintArrows(
  canvas: HTMLCanvasElement,
  scene: MapScene,
  drawn: DrawnArea,
  dependencies: readonly Dependency[],
  colors: ArrowColors,
  selected: Dependency | null,
): void {
  const groups: Record<keyof ArrowColors, Arrow[]> = { open: [], done: [] }
  let thick: Arrow | null = null
  for (const { fromId, toId, isOpen } of dependencies) {
    const from = scene.getRect(fromId)
    const to = scene.getRect(toId)
    if (from === undefined || to === undefined) continue
    const arrow = computeArrow(from, to)
    if (arrowTouches(arrow, drawn.area)) groups[isOpen ? 'open' : 'done'].push(arrow)
    if (fromId === selected?.fromId && toId === selected.toId) thick = arrow
  }
  canvas.dataset['dependencies'] = String(groups.open.length + groups.done.length)
  canvas.dataset['selected'] = String(thick !== null)
  const context = openLayerCanvas(canvas, drawn)
  if (context === null) return
  for (const kind of ['done', 'open'] as const) {
    context.strokeStyle = colors[kind]
    context.fillStyle = colors[kind]
    context.lineWidth = Math.max(lineWidthPx, 1 / drawn.zoom)
    context.setLineDash(kind === 'done' ? doneDashPx : [])
    // One stroke for all, because each stroke takes longer than many lines.
    context.beginPath()
    for (const { start, control, end } of groups[kind]) {
      context.moveTo(start.x, start.y)
      context.quadraticCurveTo(control.x, control.y, end.x, end.y)
    }
    context.stroke()
    context.beginPath()
    for (const arrow of groups[kind]) traceHead(context, arrow)
    context.fill()
  }
  if (thick !== null) strokeSelected(context, thick, drawn.zoom)
}

/** Over its thin line. */
function strokeSelected(context: CanvasRenderingContext2D, { start, control, end }: Arrow, zoom: number): void {
  context.setLineDash([])
  context.lineWidth = Math.max(2 * lineWidthPx, 3 / zoom)
  context.beginPath()
  context.moveTo(start.x, start.y)
  context.quadraticCurveTo(control.x, control.y, end.x, end.y)
  context.stroke()
}

function traceHead(context: CanvasRenderingContext2D, { control, end }: Arrow): void {
  const length = Math.hypot(end.x - control.x, end.y - control.y)
  if (length === 0) return
  const x = (end.x - control.x) / length
  const y = (end.y - control.y) / length
  const base = { x: end.x - x * headPx.length, y: end.y - y * headPx.length }
  context.moveTo(end.x, end.y)
  context.lineTo(base.x - y * headPx.halfWidth, base.y + x * headPx.halfWidth)
  context.lineTo(base.x + y * headPx.halfWidth, base.y - x * headPx.halfWidth)
  context.closePath()
}
