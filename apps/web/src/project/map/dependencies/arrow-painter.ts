import type { DrawnArea } from '@espalier/canvas'
import { type Arrow, findArrowsTouching } from '@espalier/canvas/arrow'
import type { NodeId } from '@espalier/domain'
import type { MapScene } from '../scene/map-scene.ts'

/** A node that waits for another. */
export interface Dependency {
  readonly fromId: NodeId
  readonly toId: NodeId
  /** The blocker is not done, so the other node cannot start. */
  readonly isOpen: boolean
}

export interface ArrowColors {
  readonly open: string
  readonly done: string
}

/** Thin, so that they are not taken for links. */
const lineWidthPx = 1.5
const headPx = { length: 9, halfWidth: 4 } as const
const doneDashPx = [4, 4]
/** Below this zoom a head is a dot and dashes are a gray line, and both take longer to paint than all lines. */
const detailedZoom = 0.25

/** Reads the colors of the page's theme. A canvas cannot use the style sheet's variables itself. */
export function readArrowColors(canvas: HTMLCanvasElement): ArrowColors {
  const style = getComputedStyle(canvas)
  const read = (name: string): string => style.getPropertyValue(name).trim() || style.color
  return { open: read('--brick'), done: read('--ink-soft') }
}

/** Dependencies with the places of their boxes, which hold until the structure of the scene changes. */
export interface PlacedDependencies {
  readonly list: readonly Dependency[]
  readonly structure: number
  readonly fromSlots: Int32Array
  readonly toSlots: Int32Array
}

/** Leaves out those of nodes that are not shown. */
export function placeDependencies(scene: MapScene, dependencies: readonly Dependency[]): PlacedDependencies {
  const { diagram, structure } = scene
  const list = dependencies.filter(({ fromId, toId }) => scene.isShown(fromId) && scene.isShown(toId))
  return {
    list,
    structure,
    fromSlots: Int32Array.from(list, ({ fromId }) => diagram.findSlot(fromId) ?? 0),
    toSlots: Int32Array.from(list, ({ toId }) => diagram.findSlot(toId) ?? 0),
  }
}

/** The arrows of an area, those that matter most last. */
export interface FoundArrows {
  readonly list: readonly { readonly arrow: Arrow; readonly kind: keyof ArrowColors }[]
  readonly selected: Arrow | null
}

export function findArrows(
  scene: MapScene,
  { list, fromSlots, toSlots }: PlacedDependencies,
  area: DrawnArea['area'],
  selected: Dependency | null,
): FoundArrows {
  const done: { arrow: Arrow; kind: keyof ArrowColors }[] = []
  const open: typeof done = []
  let thick: Arrow | null = null
  for (const { at, arrow } of findArrowsTouching(scene.diagram.boxes, fromSlots, toSlots, area)) {
    const { fromId, toId, isOpen } = list[at] as Dependency
    if (isOpen) open.push({ arrow, kind: 'open' })
    else done.push({ arrow, kind: 'done' })
    if (fromId === selected?.fromId && toId === selected.toId) thick = arrow
  }
  return { list: [...done, ...open], selected: thick }
}

/** Paints some of the arrows, in coordinates of the layout. */
export function strokeArrows(
  context: CanvasRenderingContext2D,
  arrows: FoundArrows['list'],
  colors: ArrowColors,
  zoom: number,
): void {
  const isDetailed = zoom >= detailedZoom
  for (const kind of ['done', 'open'] as const) {
    const group = arrows.filter((one) => one.kind === kind)
    if (group.length === 0) continue
    context.strokeStyle = colors[kind]
    context.fillStyle = colors[kind]
    context.lineWidth = Math.max(lineWidthPx, 1 / zoom)
    context.setLineDash(kind === 'done' && isDetailed ? doneDashPx : [])
    // One stroke for all, because each stroke takes longer than many lines.
    context.beginPath()
    for (const { arrow } of group) traceCurve(context, arrow)
    context.stroke()
    if (!isDetailed) continue
    context.beginPath()
    for (const { arrow } of group) traceHead(context, arrow)
    context.fill()
  }
}

/** Over its thin line. */
export function strokeSelected(
  context: CanvasRenderingContext2D,
  arrow: Arrow,
  colors: ArrowColors,
  zoom: number,
): void {
  context.strokeStyle = colors.open
  context.setLineDash([])
  context.lineWidth = Math.max(2 * lineWidthPx, 3 / zoom)
  context.beginPath()
  traceCurve(context, arrow)
  context.stroke()
}

function traceCurve(context: CanvasRenderingContext2D, { start, control, end }: Arrow): void {
  context.moveTo(start.x, start.y)
  context.quadraticCurveTo(control.x, control.y, end.x, end.y)
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
