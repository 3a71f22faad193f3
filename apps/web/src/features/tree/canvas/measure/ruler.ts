/** How wide words are when drawn. */
export interface Ruler {
  readonly space: number
  widthOf(word: string): number
}

const mostWords = 100_000

/** Measures every word once: letters cost a call each into the browser, and most words come again. */
export function createRuler(measure: (text: string) => number): Ruler {
  const widths = new Map<string, number>()
  return {
    space: measure(' '),
    widthOf(word) {
      const known = widths.get(word)
      if (known !== undefined) return known
      // Texts from elsewhere must not fill the memory of a page that stays open for weeks.
      if (widths.size >= mostWords) widths.clear()
      const width = measure(word)
      widths.set(word, width)
      return width
    },
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
