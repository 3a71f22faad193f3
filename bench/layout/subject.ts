import type { Sample } from './sample.ts'

export interface PlacedBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A link cut at every layer from its upper end to its lower one, with its position in each. */
export interface Chain {
  readonly layer: number
  readonly across: readonly number[]
}

/** The result of a layout, read after the clock has stopped. */
export interface Picture {
  readonly boxes: readonly PlacedBox[]
  /** Only for layered layouts. */
  readonly chains?: readonly Chain[]
}

export interface Prepared {
  /** The timed part: from the plain input to x and y of every box. */
  run(): unknown
  picture(): Picture
}

/** Prepares the sample in its preferred form, untimed. */
export type LayoutSubject = (sample: Sample) => Prepared
