import { strToU8 } from 'fflate'
import { type DrawnBox, type DrawnLink, type DrawnText, type Drawing, toSafeColor, formatDecimal } from './drawing.ts'
import { createPdfFile, type PdfFile } from './pdf-file.ts'
import { helveticaWidth, isWinAnsi, winAnsiHex } from './win-ansi.ts'

/** A text painted where its font is: one byte a pixel, 255 where it covers. */
export interface TextBitmap {
  readonly width: number
  readonly height: number
  readonly coverage: Uint8Array
  /** Where it lies in the drawing. */
  readonly left: number
  readonly top: number
  readonly drawnWidth: number
  readonly drawnHeight: number
}

export interface PdfOptions {
  /** Asked for texts that the fonts of every viewer lack; without it, or for null, their signs become question marks. */
  readonly paintText?: (text: DrawnText) => TextBitmap | null
}

/** The longest side of a page that viewers accept, in its units. */
const maxPageSide = 14_400

/** One page as large as the map, in vectors. */
export function writePdf(drawing: Drawing, options: PdfOptions = {}): Uint8Array {
  const file = createPdfFile()
  const [root, pages, page, content, plain, bold] = Array.from({ length: 6 }, () => file.reserve())
  const unit = Math.max(1, Math.ceil(Math.max(drawing.width, drawing.height) / maxPageSide))
  const [width, height] = [drawing.width / unit, drawing.height / unit]
  const pictures: string[] = []
  const words = pageContent(drawing, unit, (text) => embedTextBitmap(text, options, file, pictures))
  file.write(root ?? 0, `<< /Type /Catalog /Pages ${pages} 0 R >>`)
  file.write(pages ?? 0, `<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`)
  const fonts = `/Font << /F1 ${plain} 0 R /F2 ${bold} 0 R >>`
  const resources = `<< ${fonts} /XObject << ${pictures.join(' ')} >> >>`
  const box = `/MediaBox [0 0 ${formatDecimal(width)} ${formatDecimal(height)}] /UserUnit ${unit}`
  file.write(
    page ?? 0,
    `<< /Type /Page /Parent ${pages} 0 R ${box} /Resources ${resources} /Contents ${content} 0 R >>`,
  )
  file.write(plain ?? 0, writeFontDictionary('Helvetica'))
  file.write(bold ?? 0, writeFontDictionary('Helvetica-Bold'))
  file.writeStream(content ?? 0, '', strToU8(words, true))
  return file.finish(root ?? 0)
}

const writeFontDictionary = (name: string): string =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** The page's y grows upwards, the drawing's downwards: everything is turned once, and each text turned back. */
function pageContent(drawing: Drawing, unit: number, paint: (text: DrawnText) => string | null): string {
  const scale = String(1 / unit)
  const whole = `0 0 ${formatDecimal(drawing.width)} ${formatDecimal(drawing.height)} re f`
  return [
    `${scale} 0 0 -${scale} 0 ${formatDecimal(drawing.height / unit)} cm`,
    `${toPdfColor(drawing.background)} rg ${whole}`,
    ...drawing.links.map(drawLink),
    ...drawing.boxes.flatMap((box) => [drawBox(box), ...box.lines.map((line) => drawTextLine(line, paint))]),
  ].join('\n')
}

function toPdfColor(colour: string): string {
  const safe = toSafeColor(colour)
  return [1, 3, 5].map((at) => (Number.parseInt(safe.slice(at, at + 2), 16) / 255).toFixed(4)).join(' ')
}

const formatDecimals = (...values: readonly number[]): string => values.map(formatDecimal).join(' ')

function drawLink({ from, curves, stroke, strokeWidth, isDashed = false }: DrawnLink): string {
  const path = curves.map(({ control1, control2, to }) => {
    return `${formatDecimals(control1.x, control1.y, control2.x, control2.y, to.x, to.y)} c`
  })
  const dashes = isDashed ? '[4 4] 0 d' : '[] 0 d'
  return `${toPdfColor(stroke)} RG ${formatDecimal(strokeWidth)} w ${dashes} ${formatDecimals(from.x, from.y)} m ${path.join(' ')} S`
}

/** How far the control points of a quarter circle lie from its ends. */
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

function drawTextLine(line: DrawnText, paint: (text: DrawnText) => string | null): string {
  if (line.text.trim() === '') return ''
  const isBold = line.isBold === true
  const natural = helveticaWidth(line.text, line.size, isBold)
  const stretch = line.width > 0 && natural > 0 ? (line.width / natural) * 100 : 100
  const place = `1 0 0 -1 ${formatDecimals(line.x, line.baseline)} Tm`
  const font = `/F${isBold ? 2 : 1} ${formatDecimal(line.size)} Tf ${formatDecimal(stretch)} Tz`
  const words = paint(line) ?? `${toPdfColor(line.colour)} rg BT ${font} ${place} <${winAnsiHex(line.text)}> Tj ET`
  const middle = line.baseline - line.size * 0.3
  const strike = `${toPdfColor(line.colour)} RG 1 w [] 0 d ${formatDecimals(line.x, middle)} m ${formatDecimals(line.x + line.width, middle)} l S`
  return line.isStruck === true ? `${words}\n${strike}` : words
}

/** A text that no viewer has a font for, as a picture of its colour behind a mask of its shape. */
function embedTextBitmap(line: DrawnText, { paintText }: PdfOptions, file: PdfFile, pictures: string[]): string | null {
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
