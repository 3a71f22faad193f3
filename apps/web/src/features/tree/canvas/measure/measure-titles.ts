import { excerptHtml } from '@espalier/domain'
import { boxHeight, boxPx, textWidthPx } from './box-size.ts'
import { breakLines } from './break-lines.ts'
import { countLines } from './count-lines.ts'
import type { Ruler } from './ruler.ts'
import { plainParagraphs } from './title-text.ts'

/** How a title is drawn: as these lines, or, null, as HTML. */
export type TitleLines = readonly string[] | null

/** Measures what the map shows of titles: the excerpt of long ones. */
export interface TitleMeasure {
  /** The heights of the boxes around these titles, in their order. */
  boxHeights(titles: readonly string[]): Float64Array
  linesOf(title: string): TitleLines
}

/** The heights of formatted titles, all at once: the browser lays them out together or one by one, and the latter takes seconds. */
export type MeasureRich = (titles: readonly string[]) => readonly number[]

const mostRich = 20_000

export function createTitleMeasure(ruler: Ruler, measureRich: MeasureRich): TitleMeasure {
  const richHeights = new Map<string, number>()
  const linesOf = (title: string): TitleLines => {
    const paragraphs = plainParagraphs(excerptHtml(title))
    return paragraphs === null ? null : breakLines(paragraphs, textWidthPx, ruler)
  }
  const learn = (titles: Iterable<string>): void => {
    const unknown = [...new Set(titles)].filter((title) => !richHeights.has(title))
    if (unknown.length === 0) return
    if (richHeights.size > mostRich) richHeights.clear()
    const heights = measureRich(unknown)
    unknown.forEach((title, at) => richHeights.set(title, heights[at] ?? boxPx.line))
  }
  return {
    linesOf,
    boxHeights(whole) {
      const titles = whole.map(excerptHtml)
      const heights = new Float64Array(titles.length)
      const rich: number[] = []
      titles.forEach((title, at) => {
        const count = countLines(title, textWidthPx, ruler) ?? linesOf(title)?.length
        if (count === undefined) rich.push(at)
        else heights[at] = boxHeight(count * boxPx.line)
      })
      learn(rich.map((at) => titles[at] ?? ''))
      for (const at of rich) heights[at] = boxHeight(richHeights.get(titles[at] ?? '') ?? boxPx.line)
      return heights
    },
  }
}
