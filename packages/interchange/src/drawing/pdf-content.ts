import {
  type Drawing,
  type DrawnBox,
  type DrawnLink,
  type DrawnMark,
  type DrawnText,
  formatDecimal,
  parseMarkPath,
  rememberResults,
  toSafeColor,
} from './drawing.ts'
import type { PdfFile } from './pdf-file.ts'

/** The characters of WinAnsiEncoding beyond Latin-1, from 0x80 on; a blank where it has none. */
const beyondLatin1 =
  '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178'
const firstBeyond = 0x80

function toWinAnsiCode(sign: string): number | null {
  const code = sign.codePointAt(0) ?? 0
  if ((code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff)) return code
  const at = sign === ' ' ? -1 : beyondLatin1.indexOf(sign)
  return at < 0 ? null : firstBeyond + at
}

/** Tells whether the standard fonts of every PDF viewer can show a text. */
export const isWinAnsi = (text: string): boolean => Array.from(text).every((sign) => toWinAnsiCode(sign) !== null)

/** Encodes a text as a hexadecimal string of PDF; a character without a code becomes a question mark. */
const winAnsiHex = (text: string): string =>
  Array.from(text, (sign) => (toWinAnsiCode(sign) ?? 0x3f).toString(16).padStart(2, '0')).join('')

/** Widths of Helvetica in thousandths of its size, from the space to the tilde. */
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
]
const usualWidth = 556
const boldShare = 1.06

export function helveticaWidth(text: string, size: number, isBold: boolean): number {
  const sum = Array.from(text, (sign) => widths[(sign.codePointAt(0) ?? 0) - 0x20] ?? usualWidth).reduce(
    (total, width) => total + width,
    0,
  )
  return (sum * size * (isBold ? boldShare : 1)) / 1_000
}

/** A text painted with its font: one byte per pixel, 255 where it covers. */
export interface TextBitmap {
  readonly width: number
  readonly height: number
  readonly coverage: Uint8Array
  /** The position in the drawing. */
  readonly left: number
  readonly top: number
  readonly drawnWidth: number
  readonly drawnHeight: number
}

export interface PdfOptions {
  /** Called for texts that the standard fonts lack; without it, or for null, their characters become question marks. */
  readonly paintText?: (text: DrawnText) => TextBitmap | null
}

/** Draws a whole map in its own coordinates, whose y grows downwards. */
export function drawContents(drawing: Drawing, paint: (text: DrawnText) => string | null): readonly string[] {
  return [
    `${toPdfColor(drawing.background)} rg 0 0 ${formatDecimals(drawing.width, drawing.height)} re f`,
    ...drawing.links.map(drawLink),
    ...drawing.boxes.flatMap((box) => [
      drawBox(box),
      ...(box.marks ?? []).map(drawMark),
      ...box.lines.map((line) => drawTextLine(line, paint)),
    ]),
  ]
}

const toPdfColor = rememberResults((colour: string) => {
  const safe = toSafeColor(colour)
  return [1, 3, 5].map((at) => (Number.parseInt(safe.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ')
})

export const formatDecimals = (...values: readonly number[]): string => values.map(formatDecimal).join(' ')

function drawLink({ from, curves, stroke, strokeWidth, isDashed = false }: DrawnLink): string {
  const path = curves.map(({ control1, control2, to }) => {
    return `${formatDecimals(control1.x, control1.y, control2.x, control2.y, to.x, to.y)} c`
  })
  const dashes = isDashed ? '[4 4] 0 d' : '[] 0 d'
  return `${toPdfColor(stroke)} RG ${formatDecimal(strokeWidth)} w ${dashes} ${formatDecimals(from.x, from.y)} m ${path.join(' ')} S`
}

/** The distance of a quarter circle's control points from its ends. */
const quarterCircle = 0.5523

function drawBox({ left, top, width, height, radius, fill, stroke, strokeWidth }: DrawnBox): string {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2))
  const [right, bottom, k] = [left + width, top + height, r * (1 - quarterCircle)]
  const path = [
    `${formatDecimals(left + r, top)} m ${formatDecimals(right - r, top)} l`,
    `${formatDecimals(right - k, top, right, top + k, right, top + r)} c ${formatDecimals(right, bottom - r)} l`,
    `${formatDecimals(right, bottom - k, right - k, bottom, right - r, bottom)} c ${formatDecimals(left + r, bottom)} l`,
    `${formatDecimals(left + k, bottom, left, bottom - k, left, bottom - r)} c ${formatDecimals(left, top + r)} l`,
    `${formatDecimals(left, top + k, left + k, top, left + r, top)} c h`,
  ]
  const line = `${toPdfColor(stroke)} RG ${formatDecimal(strokeWidth)} w [] 0 d`
  return `${toPdfColor(fill)} rg ${line} ${path.join(' ')} ${strokeWidth > 0 ? 'B' : 'f'}`
}

const pdfOperators: Readonly<Record<string, string>> = { M: 'm', L: 'l', C: 'c', Z: 'h' }

const drawMarkPath = rememberResults((path: string) =>
  parseMarkPath(path)
    .map(({ command, numbers }) => [...numbers.map(formatDecimal), pdfOperators[command]].join(' '))
    .join(' '),
)

export const drawMark = ({ left, top, path, fill }: DrawnMark): string =>
  `q ${formatDecimals(1, 0, 0, 1, left, top)} cm ${toPdfColor(fill)} rg ${drawMarkPath(path)} f Q`

export function drawTextLine(line: DrawnText, paint: (text: DrawnText) => string | null): string {
  if (line.text.trim() === '') return ''
  const isBold = line.isBold === true
  const natural = helveticaWidth(line.text, line.size, isBold)
  const stretch = line.width > 0 && natural > 0 ? (line.width / natural) * 100 : 100
  const matrix = `1 0 0 -1 ${formatDecimals(line.x, line.baseline)} Tm`
  const font = `/F${isBold ? 2 : 1} ${formatDecimal(line.size)} Tf ${formatDecimal(stretch)} Tz`
  const words = paint(line) ?? `${toPdfColor(line.colour)} rg BT ${font} ${matrix} <${winAnsiHex(line.text)}> Tj ET`
  const middle = line.baseline - line.size * 0.3
  const strike = `${toPdfColor(line.colour)} RG 1 w [] 0 d ${formatDecimals(line.x, middle)} m ${formatDecimals(line.x + line.width, middle)} l S`
  return line.isStruck === true ? `${words}\n${strike}` : words
}

/** Embeds a text without a standard font as a bitmap of its color behind a mask of its shape. */
export function embedTextBitmap(
  line: DrawnText,
  { paintText }: PdfOptions,
  file: PdfFile,
  pictures: string[],
): string | null {
  if (paintText === undefined || isWinAnsi(line.text)) return null
  const painted = paintText(line)
  if (painted === null || painted.coverage.length !== painted.width * painted.height) return null
  const mask = file.reserve()
  const image = file.reserve()
  const grey = `/Type /XObject /Subtype /Image /BitsPerComponent 8`
  const size = `/Width ${painted.width} /Height ${painted.height}`
  file.writeStream(mask, `${grey} /ColorSpace /DeviceGray ${size}`, painted.coverage)
  const safe = toSafeColor(line.colour)
  const pixel = Uint8Array.from([1, 3, 5], (at) => Number.parseInt(safe.slice(at, at + 2), 16))
  file.writeStream(image, `${grey} /ColorSpace /DeviceRGB /Width 1 /Height 1 /SMask ${mask} 0 R`, pixel)
  const name = `P${image}`
  pictures.push(`/${name} ${image} 0 R`)
  const { left, top, drawnWidth, drawnHeight } = painted
  return `q ${formatDecimals(drawnWidth, 0, 0, -drawnHeight, left, top + drawnHeight)} cm /${name} Do Q`
}
