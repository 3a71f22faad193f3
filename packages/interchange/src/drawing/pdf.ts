import { strToU8 } from 'fflate'
import { type Drawing, type DrawnText, formatDecimal } from './drawing.ts'
import { drawContents, embedTextBitmap, type PdfOptions } from './pdf-content.ts'
import { createPdfFile, writeFontDictionary } from './pdf-file.ts'

/** The longest side of a page that viewers accept, in its units. */
const maxPageSide = 14_400

/** Writes one page as large as the map, in vectors. */
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

/** The page's y grows upwards, the drawing's downwards: everything is flipped once, and each text flipped back. */
function pageContent(drawing: Drawing, unit: number, paint: (text: DrawnText) => string | null): string {
  const scale = String(1 / unit)
  return [`${scale} 0 0 -${scale} 0 ${formatDecimal(drawing.height / unit)} cm`, ...drawContents(drawing, paint)].join(
    '\n',
  )
}
