import { type Drawing, formatOf, writePdf, writeSvg } from '@espalier/interchange'
import type { DrawnFormat, MadeOutcome } from './jobs.ts'
import { paintDrawing, textPainter } from './paint.ts'

const tooLarge = 'This browser cannot paint so large a picture. Choose SVG or PDF, or a smaller branch.'

interface Wanted {
  readonly drawing: Drawing
  readonly scale: number
  readonly fontFamily: string
}

export async function drawJob(format: DrawnFormat, { drawing, scale, fontFamily }: Wanted): Promise<MadeOutcome> {
  const type = formatOf(format).mime
  if (format === 'svg') return { ok: true, blob: new Blob([writeSvg(drawing)], { type }) }
  if (format === 'pdf') {
    const bytes = Uint8Array.from(writePdf(drawing, { paintText: textPainter(fontFamily) }))
    return { ok: true, blob: new Blob([bytes], { type }) }
  }
  try {
    const blob = await paintDrawing(drawing, scale, fontFamily).convertToBlob({ type })
    return blob.size === 0 ? { ok: false, text: tooLarge } : { ok: true, blob }
  } catch {
    return { ok: false, text: tooLarge }
  }
}
