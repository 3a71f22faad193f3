import { excerptHtml, limits } from '@espalier/domain'
import { breakLines, countTitleLines, readPlainParagraphs } from './break-lines.ts'
import type { TextRuler } from './text-ruler.ts'

/** What a box is made of, in pixels. NodeBox.module.css says the same; its test compares the two. */
export const nodeBoxPx = {
  width: limits.nodeSizePx.width,
  font: 14,
  line: 18,
  /** Above the first line and below the last, the border included. */
  above: 7,
  /** Beside the text: the status button to the left, the menu to the right. */
  before: 30,
  after: 26,
} as const

export const titleWidthPx = nodeBoxPx.width - nodeBoxPx.before - nodeBoxPx.after

/** The height of a box around a text of this height. */
export const nodeBoxHeight = (textPx: number): number =>
  Math.max(limits.nodeSizePx.height, Math.ceil(textPx) + 2 * nodeBoxPx.above)

/** One linking project a line, high enough to be touched, below a line that says what they are. */
const linkLinePx = 24

export const linksBoxHeight = (linkCount: number): number => nodeBoxHeight(nodeBoxPx.line + linkCount * linkLinePx)

/** How a title is drawn: as these lines, or, null, as HTML. */
export type TitleLines = readonly string[] | null

/** Measures what the map shows of titles: the excerpt of long ones. */
export interface TitleMeasure {
  /** The heights of the boxes around these titles, in their order. */
  measureBoxHeights(titles: readonly string[]): Float64Array
  breakIntoLines(title: string): TitleLines
}

/** The heights of formatted titles, all at once: the browser lays them out together or one by one, and the latter takes seconds. */
export type MeasureRichTitles = (titles: readonly string[]) => readonly number[]

const maxRichHeights = 20_000

export function createTitleMeasure(ruler: TextRuler, measureRich: MeasureRichTitles): TitleMeasure {
  const richHeights = new Map<string, number>()
  const linesOf = (title: string): TitleLines => {
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
    breakIntoLines: linesOf,
    measureBoxHeights(whole) {
      const titles = whole.map(excerptHtml)
      const heights = new Float64Array(titles.length)
      const rich: number[] = []
      titles.forEach((title, at) => {
        const count = countTitleLines(title, titleWidthPx, ruler) ?? linesOf(title)?.length
        if (count === undefined) rich.push(at)
        else heights[at] = nodeBoxHeight(count * nodeBoxPx.line)
      })
      learn(rich.map((at) => titles[at] ?? ''))
      for (const at of rich) heights[at] = nodeBoxHeight(richHeights.get(titles[at] ?? '') ?? nodeBoxPx.line)
      return heights
    },
  }
}
