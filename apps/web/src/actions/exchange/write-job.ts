import { formatOf, type InterchangeProject, writers } from '@espalier/interchange'
import type { MadeOutcome, WrittenFormat } from './jobs.ts'

export function writeJob(format: WrittenFormat, project: InterchangeProject): MadeOutcome {
  const written = writers[format](project)
  const part: BlobPart = typeof written === 'string' ? written : Uint8Array.from(written)
  return { ok: true, blob: new Blob([part], { type: formatOf(format).mime }) }
}
