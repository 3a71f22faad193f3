import { WordWidths } from './word-widths.ts'

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
