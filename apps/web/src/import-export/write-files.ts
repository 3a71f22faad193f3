import { nodeStatuses } from '@espalier/domain'
import {
  findFormat,
  type FormatId,
  formatWriters,
  type InterchangeProject,
  type PackedDrawing,
  type PageTexts,
  type PaperSize,
  unpackDrawing,
  writePagedPdf,
  writePdf,
  writeSvg,
} from '@espalier/interchange'
import { fileJobTexts, printedPageTexts } from '../texts/import-dialog.ts'
import { createTextPainter, paintDrawing } from './paint-drawing.ts'

export type DrawnFormat = Extract<FormatId, 'svg' | 'png' | 'pdf'>
type WrittenFormat = Exclude<FormatId, DrawnFormat>

export type WriteJob =
  | { readonly kind: 'write'; readonly format: WrittenFormat; readonly project: InterchangeProject }
  | ({ readonly kind: 'draw'; readonly format: DrawnFormat } & DrawOptions)

export type WriteFileResult = { readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly text: string }

export async function runWriteJob(job: WriteJob): Promise<WriteFileResult> {
  return job.kind === 'write' ? writeExportFile(job.format, job.project) : drawExportFile(job.format, job)
}

function writeExportFile(format: WrittenFormat, project: InterchangeProject): WriteFileResult {
  const written = formatWriters[format](project)
  const part: BlobPart = typeof written === 'string' ? written : Uint8Array.from(written)
  return { ok: true, blob: new Blob([part], { type: findFormat(format).mime }) }
}

interface DrawOptions {
  readonly drawing: PackedDrawing
  readonly scale: number
  readonly fontFamily: string
  /** For PDF; null: one page as large as the map. */
  readonly paper: PaperSize | null
}

const getPageTexts = (): PageTexts => ({
  date: new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(new Date()),
  legend: nodeStatuses.map((status) => ({ status, text: printedPageTexts.status[status] })),
  formatPage: (page, pages, place) =>
    place === null ? printedPageTexts.page(page, pages) : printedPageTexts.pageAt(page, pages, place),
})

async function drawExportFile(
  format: DrawnFormat,
  { drawing: packed, scale, fontFamily, paper }: DrawOptions,
): Promise<WriteFileResult> {
  const drawing = unpackDrawing(packed)
  const type = findFormat(format).mime
  if (format === 'svg') return { ok: true, blob: new Blob([writeSvg(drawing)], { type }) }
  if (format === 'pdf') {
    const paintText = createTextPainter(fontFamily)
    const written =
      paper === null
        ? writePdf(drawing, { paintText })
        : writePagedPdf(drawing, { paintText, paper, texts: getPageTexts() })
    return { ok: true, blob: new Blob([Uint8Array.from(written)], { type }) }
  }
  try {
    const blob = await paintDrawing(drawing, scale, fontFamily).convertToBlob({ type })
    return blob.size === 0 ? { ok: false, text: fileJobTexts.pictureTooLarge } : { ok: true, blob }
  } catch {
    return { ok: false, text: fileJobTexts.pictureTooLarge }
  }
}
