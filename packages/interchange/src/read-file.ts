import { limits } from '@espalier/domain'
import { detectFormat } from './detect-format.ts'
import { readEspalierJson } from './espalier-json.ts'
import { createImportFault, type ImportResult } from './fault.ts'
import type { ReadableFormatId } from './formats.ts'
import { readFreemind } from './freemind-read.ts'
import { readIndentedText } from './indented-text.ts'
import { readMarkdown } from './markdown/read-markdown.ts'
import type { ReadOptions } from './model.ts'
import { readOpml } from './opml.ts'
import { readXmind } from './xmind-read.ts'

export type FormatReader = (bytes: Uint8Array, options?: ReadOptions) => ImportResult

export const formatReaders: Readonly<Record<ReadableFormatId, FormatReader>> = {
  espalier: readEspalierJson,
  markdown: readMarkdown,
  text: readIndentedText,
  opml: readOpml,
  freemind: readFreemind,
  xmind: readXmind,
}

/** A file that someone chose, whatever it is. Every file ends in a project or in a fault. */
export function readProjectFile(name: string, bytes: Uint8Array, options: Omit<ReadOptions, 'fileName'> = {}): ImportResult {
  if (bytes.length > limits.files.bytes) return { ok: false, reason: createImportFault('too-large') }
  const format = detectFormat(name, bytes)
  if (format === null) return { ok: false, reason: createImportFault('unknown-format') }
  return formatReaders[format](bytes, { ...options, fileName: name })
}
