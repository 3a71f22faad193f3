/** Measures the width of words. */
export interface TextRuler {
  readonly space: number
  /** Measures a whole text, or the part from start to end. */
  measureWidth(text: string, start?: number, end?: number): number
}

/** Measures every word once, because each measurement is a call into the browser and most words repeat. */
export function createTextRuler(measure: (text: string) => number): TextRuler {
  const widths = new WordWidths(measure)
  return {
    space: measure(' '),
    measureWidth: (text, start = 0, end = text.length) => widths.measureWidth(text, start, end),
  }
}

/** Without a canvas to measure with, all letters count as equally wide. */
const approximateWidth = (fontPx: number) => (text: string) => text.length * fontPx * 0.55

export interface FontStyle {
  readonly sizePx: number
  readonly weight: number
}

/** Creates a ruler for text in the page's font. */
export function createFontRuler({ sizePx, weight }: FontStyle, family: string): TextRuler {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) return createTextRuler(approximateWidth(sizePx))
  context.font = `${weight} ${sizePx}px ${family}`
  return createTextRuler((text) => context.measureText(text).width)
}

const startSize = 1 << 12
const maxWords = 1 << 17
const firstSeed = 0x811c9dc5 | 0
const secondSeed = 0x9e3779b9 | 0

/**
 * Caches word widths by their letters. Ten thousand titles hold fifty thousand words, and making a string of each only
 * to look up its width takes longer than laying the titles out.
 */
export class WordWidths {
  readonly #measure: (word: string) => number
  #first = new Int32Array(startSize)
  #second = new Int32Array(startSize)
  #widths = new Float64Array(startSize).fill(-1)
  #count = 0

  constructor(measure: (word: string) => number) {
    this.#measure = measure
  }

  /** Measures the part of a text from start to end. */
  measureWidth(text: string, start: number, end: number): number {
    let first = firstSeed
    let second = secondSeed
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at)
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 13)
    }
    const index = this.#placeOf(first, second)
    const known = this.#widths[index] as number
    return known >= 0 ? known : this.#learn(index, first, second, text.slice(start, end))
  }

  #placeOf(first: number, second: number): number {
    const mask = this.#widths.length - 1
    let index = (first ^ (first >>> 15)) & mask
    while ((this.#widths[index] as number) >= 0) {
      if (this.#first[index] === first && this.#second[index] === second) break
      index = (index + 1) & mask
    }
    return index
  }

  #learn(index: number, first: number, second: number, word: string): number {
    const width = this.#measure(word)
    this.#first[index] = first
    this.#second[index] = second
    this.#widths[index] = width
    this.#count += 1
    if (this.#count * 2 > this.#widths.length) this.#grow()
    return width
  }

  /** A page that stays open for weeks must not collect words without limit: beyond the maximum the cache is reset. */
  #grow(): void {
    const [first, second, widths] = [this.#first, this.#second, this.#widths]
    const size = this.#count > maxWords ? startSize : widths.length * 2
    this.#first = new Int32Array(size)
    this.#second = new Int32Array(size)
    this.#widths = new Float64Array(size).fill(-1)
    if (size === startSize) {
      this.#count = 0
      return
    }
    widths.forEach((width, at) => {
      if (width < 0) return
      const index = this.#placeOf(first[at] as number, second[at] as number)
      this.#first[index] = first[at] as number
      this.#second[index] = second[at] as number
      this.#widths[index] = width
    })
  }
}
