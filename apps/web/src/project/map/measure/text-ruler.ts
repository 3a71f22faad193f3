/** How wide words are when drawn. */
export interface TextRuler {
  readonly space: number
  /** Of a whole text, or of the part of it that reaches from start up to end. */
  measureWidth(text: string, start?: number, end?: number): number
}

/** Measures every word once: it costs a call into the browser each, and most words come again. */
export function createTextRuler(measure: (text: string) => number): TextRuler {
  const widths = new WordWidths(measure)
  return {
    space: measure(' '),
    measureWidth: (text, start = 0, end = text.length) => widths.measureWidth(text, start, end),
  }
}

/** Where there is no canvas to measure with, letters are taken to be of one width. */
const approximateWidth = (fontPx: number) => (text: string) => text.length * fontPx * 0.55

/** A ruler for text as the page draws it in this font. */
export function createFontRuler(fontPx: number, family: string): TextRuler {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) return createTextRuler(approximateWidth(fontPx))
  context.font = `${fontPx}px ${family}`
  return createTextRuler((text) => context.measureText(text).width)
}

const startSize = 1 << 12
const maxWords = 1 << 17
const firstSeed = 0x811c9dc5 | 0
const secondSeed = 0x9e3779b9 | 0

/**
 * Widths of words, found by their letters. Ten thousand titles hold fifty thousand words, and to make a string of each, only to
 * look up its width, takes longer than laying the titles out.
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

  /** The width of the part of a text that reaches from start up to end. */
  measureWidth(text: string, start: number, end: number): number {
    let first = firstSeed
    let second = secondSeed
    for (let at = start; at < end; at += 1) {
      const code = text.charCodeAt(at)
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 13)
    }
    const place = this.#placeOf(first, second)
    const known = this.#widths[place] as number
    return known >= 0 ? known : this.#learn(place, first, second, text.slice(start, end))
  }

  #placeOf(first: number, second: number): number {
    const mask = this.#widths.length - 1
    let place = (first ^ (first >>> 15)) & mask
    while ((this.#widths[place] as number) >= 0) {
      if (this.#first[place] === first && this.#second[place] === second) break
      place = (place + 1) & mask
    }
    return place
  }

  #learn(place: number, first: number, second: number, word: string): number {
    const width = this.#measure(word)
    this.#first[place] = first
    this.#second[place] = second
    this.#widths[place] = width
    this.#count += 1
    if (this.#count * 2 > this.#widths.length) this.#grow()
    return width
  }

  /** A page that stays open for weeks must not gather words without end: beyond the most it begins anew. */
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
      const place = this.#placeOf(first[at] as number, second[at] as number)
      this.#first[place] = first[at] as number
      this.#second[place] = second[at] as number
      this.#widths[place] = width
    })
  }
}
