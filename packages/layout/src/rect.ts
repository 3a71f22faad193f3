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
