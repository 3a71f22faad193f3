import { limits } from '@espalier/domain'
import { detectFormat } from './detect-format.ts'
import { readEspalierJson } from './espalier-json.ts'
import { faultOf, type ImportResult } from './fault.ts'
import type { ReadableFormatId } from './formats.ts'
import { readFreemind } from './freemind-read.ts'
import { readIndentedText } from './indented-text.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import type { ReadOptions } from './model.ts'
import { readOpml } from './opml.ts'
import { readXmind } from './xmind-read.ts'

export type Reader = (bytes: Uint8Array, options?: ReadOptions) => ImportResult

export const readers: Readonly<Record<ReadableFormatId, Reader>> = {
  espalier: readEspalierJson,
  markdown: readMarkdown,
  text: readIndentedText,
  opml: readOpml,
  freemind: readFreemind,
  xmind: readXmind,
}

/** A file that someone chose, whatever it is. Every file ends in a project or in a fault. */
export function readFile(name: string, bytes: Uint8Array, options: Omit<ReadOptions, 'fileName'> = {}): ImportResult {
  if (bytes.length > limits.files.bytes) return { ok: false, reason: faultOf('too-large') }
  const format = detectFormat(name, bytes)
  if (format === null) return { ok: false, reason: faultOf('unknown-format') }
  return readers[format](bytes, { ...options, fileName: name })
}
