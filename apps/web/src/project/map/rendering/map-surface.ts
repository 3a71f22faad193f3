import type { Viewport } from '@espalier/canvas'
import { limits, statusMarkPaths } from '@espalier/domain'
import type { Size } from '@espalier/layout'

/** The elements of a canvas that are moved without React. */
export interface MapSurface {
  readonly root: HTMLElement
  /** The browser may scroll it; see map-listeners.ts. */
  readonly frame: HTMLElement
  readonly layer: HTMLElement
  readonly grid: HTMLElement
  readonly links: HTMLCanvasElement
}

/** The distance that the canvas can be scrolled to each side; MapView.module.css uses the same. */
export const scrollReachPx = 600

/** The check mark for the style sheet of the nodes, which draws the other marks with borders. */
export const statusMarkStyle: Readonly<Record<string, string>> = {
  '--mark-done': `path('${statusMarkPaths.done}')`,
}

const gridSpacingPx = limits.gridSpacingPx
/** Dots closer together look like a gray area. */
const minDotSpacingPx = 10
/**
 * Within these limits the painted grid is scaled; beyond them it is repainted. It is that much larger than the view.
 */
const minGridScale = 0.7
const maxGridScale = 1.45

const snapToPixel = (offset: number) => Math.round(offset * window.devicePixelRatio) / window.devicePixelRatio

/** Positions the layer for the viewport. Neither a pan nor a zoom step repaints anything. */
export function positionSurface(surface: Pick<MapSurface, 'root' | 'layer' | 'grid'>, { x, y, zoom }: Viewport): void {
  const { root, layer } = surface
  layer.style.transform = `translate3d(${snapToPixel(x)}px, ${snapToPixel(y)}px, 0) scale(${zoom})`
  positionGrid(surface, snapToPixel(x), snapToPixel(y), getGridStep(zoom))
  const text = String(Number(zoom.toFixed(4)))
  if (root.dataset['zoom'] !== text) root.dataset['zoom'] = text
}

const getGridStep = (zoom: number): number => {
  let step = gridSpacingPx * zoom
  while (step < minDotSpacingPx) step *= 2
  return step
}

/** The grid moves by less than one step, so that it never shows an edge. */
function positionGrid({ grid }: Pick<MapSurface, 'grid'>, x: number, y: number, step: number): void {
  let painted = Number.parseFloat(grid.style.backgroundSize)
  if (!(step / painted >= minGridScale && step / painted <= maxGridScale)) {
    painted = step
    grid.style.backgroundSize = `${step}px ${step}px`
  }
  const scale = step === painted ? '' : ` scale(${step / painted})`
  grid.style.transform = `translate3d(${positiveRemainder(x, step) - step}px, ${positiveRemainder(y, step) - step}px, 0)${scale}`
}

const positiveRemainder = (value: number, step: number): number => ((value % step) + step) % step

/** Paints the dots in the right size once the zoom settles. */
export function sharpenGrid(surface: MapSurface, { x, y, zoom }: Viewport): void {
  const step = getGridStep(zoom)
  surface.grid.style.backgroundSize = `${step}px ${step}px`
  positionGrid(surface, snapToPixel(x), snapToPixel(y), step)
}

/** A page without layout, as in a test, counts as large as its window. */
export function measureSurface({ root }: Pick<MapSurface, 'root'>): Size {
  const { width, height } = root.getBoundingClientRect()
  return width > 0 && height > 0 ? { width, height } : { width: window.innerWidth, height: window.innerHeight }
}
