export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rect extends Size {
  readonly left: number
  readonly top: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A box that could not be measured has no size: one without end would push all others out of sight. */
export const toMeasurableSize = (size: number) => (size > 0 && Number.isFinite(size) ? size : 0)
