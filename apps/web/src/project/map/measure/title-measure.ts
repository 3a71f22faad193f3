import { excerptHtml, limits } from '@espalier/domain'
import { breakLines, countTitleLines, readPlainParagraphs } from './break-lines.ts'
import type { TextRuler } from './text-ruler.ts'

/** The dimensions of a box in pixels. NodeBox.module.css repeats them; its test compares the two. */
export const nodeBoxPx = {
  width: limits.nodeSizePx.width,
  font: 14,
  line: 18,
  /** The space above the first line and below the last, including the border. */
  above: 7,
  /** The space beside the text: the status button on the left, the menu on the right. */
  before: 30,
  after: 26,
} as const

export const titleWidthPx = nodeBoxPx.width - nodeBoxPx.before - nodeBoxPx.after

/** Returns the height of a box around a text of this height. */
export const nodeBoxHeight = (textPx: number): number =>
  Math.max(limits.nodeSizePx.height, Math.ceil(textPx) + 2 * nodeBoxPx.above)

/** One line per linking project, high enough for a finger, below a heading line. */
const linkLinePx = 24

export const linksBoxHeight = (linkCount: number): number => nodeBoxHeight(nodeBoxPx.line + linkCount * linkLinePx)

/** A title is drawn as these lines, or, if null, as HTML. */
export type TitleLines = readonly string[] | null

/** Measures titles as the map shows them, with long ones truncated. */
export interface TitleMeasure {
  /** Returns the heights of the boxes around these titles, in order. */
  measureBoxHeights(titles: readonly string[]): Float64Array
  breakIntoLines(title: string): TitleLines
}

/** Measures formatted titles in one batch, because laying them out one by one takes seconds. */
export type MeasureRichTitles = (titles: readonly string[]) => readonly number[]

const maxRichHeights = 20_000

export function createTitleMeasure(ruler: TextRuler, measureRich: MeasureRichTitles): TitleMeasure {
  const richHeights = new Map<string, number>()
  const breakTitle = (title: string): TitleLines => {
    const paragraphs = readPlainParagraphs(excerptHtml(title))
    return paragraphs === null ? null : breakLines(paragraphs, titleWidthPx, ruler)
  }
  const learn = (titles: Iterable<string>): void => {
    const unknown = [...new Set(titles)].filter((title) => !richHeights.has(title))
    if (unknown.length === 0) return
    if (richHeights.size > maxRichHeights) richHeights.clear()
    const heights = measureRich(unknown)
    unknown.forEach((title, at) => richHeights.set(title, heights[at] ?? nodeBoxPx.line))
  }
  return {
    breakIntoLines: breakTitle,
    measureBoxHeights(whole) {
      const titles = whole.map(excerptHtml)
      const heights = new Float64Array(titles.length)
      const rich: number[] = []
      titles.forEach((title, at) => {
        const count = countTitleLines(title, titleWidthPx, ruler) ?? breakTitle(title)?.length
        if (count === undefined) rich.push(at)
        else heights[at] = nodeBoxHeight(count * nodeBoxPx.line)
      })
      learn(rich.map((at) => titles[at] ?? ''))
      for (const at of rich) heights[at] = nodeBoxHeight(richHeights.get(titles[at] ?? '') ?? nodeBoxPx.line)
      return heights
    },
  }
}
