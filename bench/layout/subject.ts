import type { Sample } from './sample.ts'

export interface PlacedBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A link cut at every layer from its upper end to its lower one: where it passes each of them. */
export interface Chain {
  readonly layer: number
  readonly across: readonly number[]
}

/** What a layout has made, read after the clock has stopped. */
export interface Picture {
  readonly boxes: readonly PlacedBox[]
  /** Only of layered layouts. */
  readonly chains?: readonly Chain[]
}

export interface Prepared {
  /** From the plain input to x and y of every box. This is what is timed. */
  run(): unknown
  picture(): Picture
}

/** Takes over the sample in the form it likes best, untimed. */
export type LayoutSubject = (sample: Sample) => Prepared
