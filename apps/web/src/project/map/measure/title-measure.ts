import { excerptHtml, limits, newNodeTitle } from '@espalier/domain'
import type { Size } from '@espalier/layout'
import {
  breakLines,
  measureLineWidth,
  measureSimpleTitle,
  readPlainParagraphs,
  type TitleExtent,
} from './break-lines.ts'
import { createFontRuler, type FontStyle, type TextRuler } from './text-ruler.ts'

/** The rank decides how large and heavy a title is: a node without parents, one with children, one without. */
export type NodeRank = 'root' | 'branch' | 'leaf'

interface TitleFont extends FontStyle {
  readonly linePx: number
}

/** The style sheets of ../node and ../../editor repeat these numbers; title-sizes.test.ts compares them. */
export const titleFonts: Readonly<Record<NodeRank, TitleFont>> = {
  root: { sizePx: 18, weight: 700, linePx: 24 },
  branch: { sizePx: 15, weight: 600, linePx: 20 },
  leaf: { sizePx: 14, weight: 400, linePx: 18 },
}

/** The space around the text of a box in pixels, including the border. NodeBox.module.css repeats it, too. */
export const nodeBoxPx = {
  /** The space above the first line and below the last. */
  above: 7,
  /** The space beside the text: the status button on the left, the menu on the right. */
  before: 30,
  after: 26,
} as const

const besidePx = nodeBoxPx.before + nodeBoxPx.after

/** No line of a title is wider. */
export const maxTitleWidthPx = limits.nodeWidthPx.max - besidePx

/** Returns the room for text in a box of this width. */
export const computeInnerWidth = (boxPx: number): number => boxPx - besidePx

/** Returns the height of a box around a text of this height. */
export const computeBoxHeight = (textPx: number): number =>
  Math.max(limits.nodeSizePx.height, Math.ceil(textPx) + 2 * nodeBoxPx.above)

/** Returns the width of a box around a text of this width. A node that has just been created has the default width. */
export function computeBoxWidth(textPx: number, title: string): number {
  const { min, max } = limits.nodeWidthPx
  const least = title === '' || title === newNodeTitle ? limits.nodeSizePx.width : min
  return Math.min(max, Math.max(least, Math.ceil(textPx) + besidePx))
}

/** One line per linking project, high enough for a finger, below a heading line. */
const linkLinePx = 24

export const computeLinksBoxHeight = (linkCount: number): number =>
  computeBoxHeight(titleFonts.leaf.linePx + linkCount * linkLinePx)

/** A title is drawn as these lines, or, if null, as HTML. */
export type TitleLines = readonly string[] | null

export interface RankedTitle {
  readonly title: string
  readonly rank: NodeRank
  /** The space that is needed below the title; null or omitted: none. */
  readonly below?: Size | null
}

/** The sizes of boxes in the order of their titles. */
interface BoxSizes {
  readonly widths: Float64Array
  readonly heights: Float64Array
}

/** Measures titles as the map shows them, with long ones truncated. */
export interface TitleMeasure {
  /** Returns the sizes of the boxes around these titles. */
  measureBoxes(titles: readonly RankedTitle[]): BoxSizes
  breakIntoLines(title: RankedTitle): TitleLines
}

/** Measures formatted titles in one batch, because laying them out one by one takes seconds. */
export type MeasureRichTitles = (titles: readonly RankedTitle[]) => readonly Size[]

type TitleRulers = Readonly<Record<NodeRank, TextRuler>>

export const createTitleRulers = (fontFamily: string): TitleRulers => ({
  root: createFontRuler(titleFonts.root, fontFamily),
  branch: createFontRuler(titleFonts.branch, fontFamily),
  leaf: createFontRuler(titleFonts.leaf, fontFamily),
})

const maxRichSizes = 20_000

const toRichKey = ({ title, rank }: RankedTitle): string => `${rank} ${title}`

export function createTitleMeasure(rulers: TitleRulers, measureRich: MeasureRichTitles): TitleMeasure {
  const richSizes = new Map<string, Size>()
  const extent: TitleExtent = { lines: 0, widest: 0 }

  function breakIntoLines({ title, rank }: RankedTitle): TitleLines {
    const paragraphs = readPlainParagraphs(excerptHtml(title))
    return paragraphs === null ? null : breakLines(paragraphs, maxTitleWidthPx, rulers[rank])
  }

  /** Writes the result into `extent`; returns false for a formatted title, which only a browser can measure. */
  function measurePlain(ranked: RankedTitle): boolean {
    const ruler = rulers[ranked.rank]
    if (measureSimpleTitle(ranked.title, maxTitleWidthPx, ruler, extent)) return true
    const lines = breakIntoLines(ranked)
    if (lines === null) return false
    extent.lines = lines.length
    extent.widest = lines.reduce((widest, line) => Math.max(widest, measureLineWidth(line, ruler)), 0)
    return true
  }

  function measureUnknownRich(titles: readonly RankedTitle[]): void {
    const unknown = new Map<string, RankedTitle>()
    for (const ranked of titles) {
      const key = toRichKey(ranked)
      if (!richSizes.has(key)) unknown.set(key, ranked)
    }
    if (unknown.size === 0) return
    if (richSizes.size > maxRichSizes) richSizes.clear()
    const sizes = measureRich([...unknown.values()])
    let at = 0
    for (const [key, { rank }] of unknown) {
      richSizes.set(key, sizes[at] ?? { width: 0, height: titleFonts[rank].linePx })
      at += 1
    }
  }

  return {
    breakIntoLines,
    measureBoxes(titles) {
      const widths = new Float64Array(titles.length)
      const heights = new Float64Array(titles.length)
      const rich: ({ readonly at: number } & RankedTitle)[] = []
      titles.forEach((ranked, at) => {
        const { rank, below = null } = ranked
        const title = excerptHtml(ranked.title)
        if (!measurePlain(title === ranked.title ? ranked : { title, rank })) {
          rich.push({ at, title, rank, below })
          return
        }
        widths[at] = computeBoxWidth(below === null ? extent.widest : Math.max(extent.widest, below.width), title)
        heights[at] = computeBoxHeight(extent.lines * titleFonts[rank].linePx + (below?.height ?? 0))
      })
      measureUnknownRich(rich.map(({ title, rank }) => ({ title, rank })))
      for (const { at, title, rank, below } of rich) {
        const size = richSizes.get(toRichKey({ title, rank }))
        widths[at] = computeBoxWidth(Math.max(size?.width ?? 0, below?.width ?? 0), title)
        heights[at] = computeBoxHeight((size?.height ?? titleFonts[rank].linePx) + (below?.height ?? 0))
      }
      return { widths, heights }
    },
  }
}
