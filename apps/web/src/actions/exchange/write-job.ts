import { findFormat, type InterchangeProject, formatWriters } from '@espalier/interchange'
import type { WriteFileResult, WrittenFormat } from './jobs.ts'

export function writeExportFile(format: WrittenFormat, project: InterchangeProject): WriteFileResult {
  const written = formatWriters[format](project)
  const part: BlobPart = typeof written === 'string' ? written : Uint8Array.from(written)
  return { ok: true, blob: new Blob([part], { type: findFormat(format).mime }) }
}
