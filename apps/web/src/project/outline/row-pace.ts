/** More new rows in a frame would make it late, and the next frame would have to draw even more. */
const rowsAFrame = 5
/** As many new rows in two frames are a fast scroll, in which nobody reads more than titles. */
const fastRows = 3
/** A scroll without such a frame for this long is slow again. */
const restMs = 100

/** What can be seen, and how many rows beyond it are drawn too. */
export interface SeenRows {
  readonly startIndex: number
  readonly endIndex: number
  readonly overscan: number
  readonly count: number
}

interface DrawnRows {
  readonly first: number
  readonly last: number
  /** Rows beyond the viewport are still missing. */
  readonly isPartial: boolean
}

/**
 * Spreads the drawing of rows over frames, so that a scroll stays smooth however fast it is: rows beyond the viewport
 * come a few at a time, and those that come in a fast scroll are sketched first.
 */
export class RowPace {
  readonly #show: () => void
  #drawn: DrawnRows = { first: 0, last: -1, isPartial: false }
  #keys: ReadonlySet<string> = new Set()
  #sketched: ReadonlySet<string> = new Set()
  #fastFrames = 0
  #frame = 0
  #rest: ReturnType<typeof setTimeout> | undefined

  /** @param show Draws the rows again. */
  constructor(show: () => void) {
    this.#show = show
  }

  /** Returns the rows to draw: everything that can be seen, and a few rows more than before. */
  findNext({ startIndex, endIndex, overscan, count }: SeenRows): DrawnRows {
    const { first, last } = this.#drawn
    const wanted = { first: Math.max(0, startIndex - overscan), last: Math.min(count - 1, endIndex + overscan) }
    const isElsewhere = last < startIndex || first > endIndex
    const next = {
      first: Math.max(wanted.first, isElsewhere ? startIndex : Math.min(startIndex, first - rowsAFrame)),
      last: Math.min(wanted.last, isElsewhere ? endIndex : Math.max(endIndex, last + rowsAFrame)),
    }
    return { ...next, isPartial: next.first > wanted.first || next.last < wanted.last }
  }

  /** Tells whether only the title of a row is drawn for now. */
  readonly isSketched = (key: string): boolean =>
    this.#sketched.has(key) || (this.#fastFrames > 1 && !this.#keys.has(key))

  /** Is called when rows have been drawn; draws what is missing in the next frames. */
  remember(seen: SeenRows, keys: ReadonlySet<string>): void {
    this.#drawn = this.findNext(seen)
    this.#sketched = new Set([...keys].filter(this.isSketched))
    const isFast = [...keys].filter((key) => !this.#keys.has(key)).length >= fastRows
    this.#keys = keys
    if (isFast) {
      this.#fastFrames += 1
      clearTimeout(this.#rest)
      this.#rest = setTimeout(() => this.#beAtRest(), restMs)
    }
    cancelAnimationFrame(this.#frame)
    if (this.#drawn.isPartial || (this.#fastFrames === 0 && this.#sketched.size > 0))
      this.#frame = requestAnimationFrame(() => this.#drawMore())
  }

  stop(): void {
    clearTimeout(this.#rest)
    cancelAnimationFrame(this.#frame)
  }

  #beAtRest(): void {
    this.#fastFrames = 0
    if (this.#sketched.size > 0) this.#drawMore()
  }

  #drawMore(): void {
    if (this.#fastFrames === 0) this.#sketched = new Set([...this.#sketched].slice(rowsAFrame))
    this.#show()
  }
}
