import { clampZoom } from './zoom.ts'
import type { Viewport } from './viewport.ts'

const panPattern = /^(-?\d{1,9}(?:\.\d{1,9})?),(-?\d{1,9}(?:\.\d{1,9})?),(\d{1,3}(?:\.\d{1,9})?)$/
const zoomDigits = 4

/** `{x},{y},{zoom}` of the address, to whole pixels. */
export const formatPan = ({ x, y, zoom }: Viewport): string =>
  [Math.round(x) + 0, Math.round(y) + 0, Number(zoom.toFixed(zoomDigits))].join(',')

/** Null for a text that says no position. A zoom beyond the limits is clamped. */
export function parsePan(text: string): Viewport | null {
  const found = panPattern.exec(text)
  if (!found) return null
  const [x, y, zoom] = found.slice(1).map(Number)
  if (x === undefined || y === undefined || zoom === undefined || zoom === 0) return null
  return { x, y, zoom: clampZoom(zoom) }
}
