import { isHexColor } from '@espalier/domain'

export interface DrawnPoint {
  readonly x: number
  readonly y: number
}

/** A line of text, broken and measured where fonts are available. */
export interface DrawnText {
  readonly text: string
  readonly x: number
  readonly baseline: number
  /** The measured width; other fonts are stretched to it, so that nothing leaves its box. */
  readonly width: number
  readonly size: number
  readonly isBold?: boolean
  readonly isStruck?: boolean
  readonly colour: string
}

export interface DrawnBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly radius: number
  readonly fill: string
  readonly stroke: string
  readonly strokeWidth: number
  readonly lines: readonly DrawnText[]
}

export interface DrawnCurve {
  readonly control1: DrawnPoint
  readonly control2: DrawnPoint
  readonly to: DrawnPoint
}

export interface DrawnLink {
  readonly from: DrawnPoint
  /** A sequence of cubic curves. */
  readonly curves: readonly DrawnCurve[]
  readonly stroke: string
  readonly strokeWidth: number
  readonly isDashed?: boolean
}

/**
 * A whole map ready to be drawn: on a canvas by the page, as SVG or PDF here. It reaches from 0,0 to its size, with y
 * downwards.
 */
export interface Drawing {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly background: string
  /** Links are below boxes. */
  readonly links: readonly DrawnLink[]
  readonly boxes: readonly DrawnBox[]
}

const black = '#000000'

/** Colors come from other people: an invalid one could inject markup into a picture. */
export const toSafeColor = (colour: string): string => (isHexColor(colour) ? colour : black)

/** Formats a number for every viewer: no exponents, no NaN, a hundredth of a pixel at most. */
export const formatDecimal = (value: number): string =>
  Number.isFinite(value) ? String(Math.round(value * 100) / 100).replace(/^-0$/u, '0') : '0'
