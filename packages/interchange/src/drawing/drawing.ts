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

/** A small filled shape. */
export interface DrawnMark {
  readonly left: number
  readonly top: number
  /** An outline of the commands M, L, C and Z with absolute coordinates, relative to the mark's corner. */
  readonly path: string
  readonly fill: string
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
  /** Painted in this order over the box. */
  readonly marks?: readonly DrawnMark[]
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

interface PathStep {
  readonly command: string
  readonly numbers: readonly number[]
}

/** Splits the outline of a mark into its commands. Anything else in it is dropped, as it would be markup in a picture. */
export const parseMarkPath = (path: string): readonly PathStep[] =>
  Array.from(path.matchAll(/([MLCZ])([-\d. ]*)/gu), ([, command = '', numbers = '']) => ({
    command,
    numbers: numbers.trim() === '' ? [] : numbers.trim().split(/ +/u).map(Number),
  }))

const mostRemembered = 2_000

/** Remembers results for inputs that recur: a large map has few colors and few shapes of marks, but very many marks. */
export function rememberResults<Input extends string | number, Result extends string | object>(
  compute: (input: Input) => Result,
): (input: Input) => Result {
  const known = new Map<Input, Result>()
  return (input) => {
    const found = known.get(input)
    if (found !== undefined) return found
    if (known.size >= mostRemembered) known.clear()
    const result = compute(input)
    known.set(input, result)
    return result
  }
}

const black = '#000000'

/** Colors come from other people: an invalid one could inject markup into a picture. */
export const toSafeColor = rememberResults((colour: string) => (isHexColor(colour) ? colour : black))

/** Formats a number for every viewer: no exponents, no NaN, a hundredth of a pixel at most. */
export function formatDecimal(value: number): string {
  const rounded = Math.round(value * 100) / 100
  // Minus zero is zero, too.
  return rounded === 0 || !Number.isFinite(rounded) ? '0' : String(rounded)
}
