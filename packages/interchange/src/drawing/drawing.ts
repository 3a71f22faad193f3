import { isHexColor } from '@espalier/domain'

export interface DrawnPoint {
  readonly x: number
  readonly y: number
}

/** A line of text that has been broken and measured where fonts are. */
export interface DrawnText {
  readonly text: string
  readonly x: number
  readonly baseline: number
  /** As measured; other fonts are stretched to it, so that nothing leaves its box. */
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
  /** One cubic curve after another. */
  readonly curves: readonly DrawnCurve[]
  readonly stroke: string
  readonly strokeWidth: number
  readonly isDashed?: boolean
}

/** A whole map, ready to be drawn: on a canvas by the page, as SVG or PDF here. From 0,0 to its size, y downwards. */
export interface Drawing {
  readonly title: string
  readonly width: number
  readonly height: number
  readonly background: string
  /** Links lie below boxes. */
  readonly links: readonly DrawnLink[]
  readonly boxes: readonly DrawnBox[]
}

const black = '#000000'

/** A colour comes from other people: what is none would be markup in somebody's picture. */
export const toSafeColor = (colour: string): string => (isHexColor(colour) ? colour : black)

/** A number that every viewer reads: no exponents, no NaN, a hundredth of a pixel at most. */
export const formatDecimal = (value: number): string =>
  Number.isFinite(value) ? String(Math.round(value * 100) / 100).replace(/^-0$/u, '0') : '0'
