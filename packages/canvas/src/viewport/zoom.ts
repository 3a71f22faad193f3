import { limits } from '@espalier/domain'
import type { Point } from '@espalier/layout'
import type { Viewport } from './viewport.ts'

const { min, max, reset, steps } = limits.zoomPercent
const percent = limits.fullPercent
/** A zoom read back from a text is a hair off its step. */
const stepTolerance = 1e-6

/** A zoom that is no number is the one that a reset gives. */
export const clampZoom = (zoom: number): number =>
  Number.isNaN(zoom) ? reset / percent : Math.min(max / percent, Math.max(min / percent, zoom))

/** The next larger step; the largest stays. */
export const nextZoom = (zoom: number): number =>
  (steps.find((step) => step / percent > zoom * (1 + stepTolerance)) ?? max) / percent

/** The next smaller step; the smallest stays. */
export const previousZoom = (zoom: number): number =>
  (steps.findLast((step) => step / percent < zoom * (1 - stepTolerance)) ?? min) / percent

/** Zooms, clamped, so that what lies under the point of the screen stays there. */
export function zoomAbout(viewport: Viewport, zoom: number, at: Point): Viewport {
  const clamped = clampZoom(zoom)
  const ratio = clamped / viewport.zoom
  return { x: at.x - (at.x - viewport.x) * ratio, y: at.y - (at.y - viewport.y) * ratio, zoom: clamped }
}

export const zoomBy = (viewport: Viewport, factor: number, at: Point): Viewport =>
  zoomAbout(viewport, viewport.zoom * factor, at)
