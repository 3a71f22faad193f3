import { type NodeStatus, statusMarkPaths, statusMarkSize } from '@espalier/domain'
import { strToU8 } from 'fflate'
import { type Drawing, type DrawnText, formatDecimal } from './drawing.ts'
import {
  drawContents,
  drawMark,
  drawTextLine,
  embedTextBitmap,
  formatDecimals,
  helveticaWidth,
  isWinAnsi,
  type PdfOptions,
} from './pdf-content.ts'
import { createPdfFile, writeFontDictionary } from './pdf-file.ts'
import { type PagePlan, pageFrame, type PageTile, type PaperSize, planPages } from './pdf-pages.ts'

/** The texts around the map, in the language of the person. */
export interface PageTexts {
  readonly date: string
  readonly legend: readonly { readonly status: NodeStatus; readonly text: string }[]
  /** `place` is the column's letter and the row's number, such as B2, when the map is larger than a page. */
  formatPage(page: number, pages: number, place: string | null): string
}

interface PagedPdfOptions extends PdfOptions {
  readonly paper: PaperSize
  readonly texts: PageTexts
}

/** Writes a map over pages of paper, each with the title, the date and the meaning of the marks. */
export function writePagedPdf(drawing: Drawing, { paper, texts, ...options }: PagedPdfOptions): Uint8Array {
  const plan = planPages(drawing, paper)
  const file = createPdfFile()
  const [root = 0, pages = 0, map = 0, plain = 0, bold = 0] = Array.from({ length: 5 }, () => file.reserve())
  const fonts = `/Font << /F1 ${plain} 0 R /F2 ${bold} 0 R >>`
  const kids = plan.tiles.map((tile, index) => {
    const [page, content] = [file.reserve(), file.reserve()]
    const pictures: string[] = [`/Map ${map} 0 R`]
    const paint = (text: DrawnText) => embedTextBitmap(text, options, file, pictures)
    const frame = drawFrame(drawing.title, plan, { texts, tile, index, paint })
    file.writeStream(content, '', strToU8([drawTile(plan, tile), ...frame].join('\n'), true))
    const box = `/MediaBox [0 0 ${formatDecimals(plan.width, plan.height)}]`
    const resources = `/Resources << ${fonts} /XObject << ${pictures.join(' ')} >> >>`
    file.write(page, `<< /Type /Page /Parent ${pages} 0 R ${box} ${resources} /Contents ${content} 0 R >>`)
    return `${page} 0 R`
  })
  // The map is written once, and each page shows a part of it.
  const pictures: string[] = []
  const words = drawContents(drawing, (text) => embedTextBitmap(text, options, file, pictures))
  const form = `/Type /XObject /Subtype /Form /BBox [0 0 ${formatDecimals(drawing.width, drawing.height)}]`
  const resources = `/Resources << ${fonts} /XObject << ${pictures.join(' ')} >> >>`
  file.writeStream(map, `${form} ${resources}`, strToU8(words.join('\n'), true))
  file.write(root, `<< /Type /Catalog /Pages ${pages} 0 R >>`)
  file.write(pages, `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`)
  file.write(plain, writeFontDictionary('Helvetica'))
  file.write(bold, writeFontDictionary('Helvetica-Bold'))
  return file.finish(root)
}

/** The map's y grows downwards, the page's upwards. */
function drawTile({ height, scale }: PagePlan, tile: PageTile): string {
  const left = pageFrame.margin
  const top = height - pageFrame.margin - pageFrame.header
  const [wide, high] = [tile.width * scale, tile.height * scale]
  const clip = `${formatDecimals(left, top - high, wide, high)} re W n`
  const place = formatDecimals(scale, 0, 0, -scale, left - tile.left * scale, top + tile.top * scale)
  return `q ${clip} ${place} cm /Map Do Q`
}

interface FrameOptions {
  readonly texts: PageTexts
  readonly tile: PageTile
  readonly index: number
  readonly paint: (text: DrawnText) => string | null
}

const inkColor = '#1f2a22'
const titlePt = 14
const notePt = 9
const legendGapPt = 14

/** Draws the header and the footer with y downwards, like the map. */
function drawFrame(title: string, plan: PagePlan, { texts, tile, index, paint }: FrameOptions): readonly string[] {
  const { margin } = pageFrame
  const write = (text: string, x: number, baseline: number, size: number, isBold = false): string =>
    drawTextLine({ text, x, baseline, size, isBold, width: measureWidth(text, size, isBold), colour: inkColor }, paint)
  const alignRight = (text: string): number => plan.width - margin - measureWidth(text, notePt, false)
  const titleRoom = alignRight(texts.date) - 2 * margin
  const headline = margin + titlePt
  const bottom = plan.height - margin
  const place = plan.tiles.length > 1 ? formatPlace(tile) : null
  const pageText = texts.formatPage(index + 1, plan.tiles.length, place)
  let left: number = margin
  const legend = texts.legend.flatMap(({ status, text }) => {
    const mark = { left, top: bottom - statusMarkSize + 3, path: statusMarkPaths[status], fill: inkColor }
    const textLeft = left + statusMarkSize + 4
    left = textLeft + measureWidth(text, notePt, false) + legendGapPt
    return [drawMark(mark), write(text, textLeft, bottom, notePt)]
  })
  return [
    `q 1 0 0 -1 0 ${formatDecimal(plan.height)} cm`,
    write(shortenToWidth(title, titleRoom), margin, headline, titlePt, true),
    write(texts.date, alignRight(texts.date), headline, notePt),
    ...legend,
    write(pageText, alignRight(pageText), bottom, notePt),
    'Q',
  ]
}

/** Other fonts have no measures here: their characters are at most as wide as high. */
const measureWidth = (text: string, size: number, isBold: boolean): number =>
  isWinAnsi(text) ? helveticaWidth(text, size, isBold) : Array.from(text).length * size

function shortenToWidth(title: string, room: number): string {
  const characters = Array.from(title.replace(/\s+/gu, ' ').trim())
  const isFitting = (count: number): boolean => measureWidth(joinCharacters(characters, count), titlePt, true) <= room
  let [low, high] = [0, characters.length]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (isFitting(middle)) low = middle
    else high = middle - 1
  }
  return joinCharacters(characters, low)
}

const joinCharacters = (characters: readonly string[], count: number): string =>
  count < characters.length ? `${characters.slice(0, count).join('').trimEnd()}…` : characters.join('')

const lettersInAlphabet = 26

/** Returns the column as letters and the row as a number, as in a spreadsheet: A1, B1, AA3. */
function formatPlace({ row, column }: PageTile): string {
  let letters = ''
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / lettersInAlphabet))
    letters = String.fromCodePoint(65 + ((rest - 1) % lettersInAlphabet)) + letters
  return `${letters}${row + 1}`
}
