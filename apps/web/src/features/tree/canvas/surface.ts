import type { Viewport } from '@espalier/canvas'
import { limits } from '@espalier/domain'
import type { Size } from '@espalier/layout'

/** The elements of a canvas that are moved without React. */
export interface Surface {
  readonly root: HTMLElement
  readonly layer: HTMLElement
  readonly grid: HTMLElement
  readonly links: HTMLCanvasElement
}

const spacing = limits.gridSpacingPx
/** Dots nearer than this to each other are a grey field. */
const nearestDots = 10

const onPixel = (offset: number) => Math.round(offset * window.devicePixelRatio) / window.devicePixelRatio

const gridStep = (zoom: number): number => {
  let step = spacing * zoom
  while (step < nearestDots) step *= 2
  return step
}

/** Lays the layer as the viewport says. The grid moves by less than one of its steps, so it is never painted anew on a pan. */
export function layOutSurface({ root, layer, grid }: Surface, { x, y, zoom }: Viewport): void {
  layer.style.transform = `translate3d(${onPixel(x)}px, ${onPixel(y)}px, 0) scale(${zoom})`
  const step = gridStep(zoom)
  const size = `${step}px ${step}px`
  if (grid.style.backgroundSize !== size) grid.style.backgroundSize = size
  grid.style.transform = `translate3d(${remainder(onPixel(x), step) - step}px, ${remainder(onPixel(y), step) - step}px, 0)`
  const text = String(Number(zoom.toFixed(4)))
  if (root.dataset['zoom'] !== text) root.dataset['zoom'] = text
}

const remainder = (value: number, step: number): number => ((value % step) + step) % step

/** A page that is not laid out, as in a test, is taken to be as large as its window. */
export function sizeOf({ root }: Surface): Size {
  const { width, height } = root.getBoundingClientRect()
  return width > 0 && height > 0 ? { width, height } : { width: window.innerWidth, height: window.innerHeight }
}
