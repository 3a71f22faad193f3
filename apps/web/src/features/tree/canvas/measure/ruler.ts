import { WordWidths } from './word-widths.ts'

/** How wide words are when drawn. */
export interface Ruler {
  readonly space: number
  /** Of a whole text, or of the part of it that reaches from start up to end. */
  widthOf(text: string, start?: number, end?: number): number
}

/** Measures every word once: it costs a call into the browser each, and most words come again. */
export function createRuler(measure: (text: string) => number): Ruler {
  const widths = new WordWidths(measure)
  return {
    space: measure(' '),
    widthOf: (text, start = 0, end = text.length) => widths.widthOf(text, start, end),
  }
}

/** Where there is no canvas to measure with, letters are taken to be of one width. */
const approximately = (fontPx: number) => (text: string) => text.length * fontPx * 0.55

/** A ruler for text as the page draws it in this font. */
export function createFontRuler(fontPx: number, family: string): Ruler {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('2d')
  if (context === null) return createRuler(approximately(fontPx))
  context.font = `${fontPx}px ${family}`
  return createRuler((text) => context.measureText(text).width)
}
