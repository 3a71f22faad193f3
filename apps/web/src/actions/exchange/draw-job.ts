import { type Drawing, findFormat, writePdf, writeSvg } from '@espalier/interchange'
import type { DrawnFormat, WriteFileResult } from './jobs.ts'
import { paintDrawing, createTextPainter } from './paint.ts'

const tooLargeText = 'This browser cannot paint so large a picture. Choose SVG or PDF, or a smaller branch.'

interface DrawOptions {
  readonly drawing: Drawing
  readonly scale: number
  readonly fontFamily: string
}

export async function drawExportFile(format: DrawnFormat, { drawing, scale, fontFamily }: DrawOptions): Promise<WriteFileResult> {
  const type = findFormat(format).mime
  if (format === 'svg') return { ok: true, blob: new Blob([writeSvg(drawing)], { type }) }
  if (format === 'pdf') {
    const bytes = Uint8Array.from(writePdf(drawing, { paintText: createTextPainter(fontFamily) }))
    return { ok: true, blob: new Blob([bytes], { type }) }
  }
  try {
    const blob = await paintDrawing(drawing, scale, fontFamily).convertToBlob({ type })
    return blob.size === 0 ? { ok: false, text: tooLargeText } : { ok: true, blob }
  } catch {
    return { ok: false, text: tooLargeText }
  }
}
