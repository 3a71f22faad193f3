import { exchangeLimits } from '@espalier/domain'
import { type Format, type FormatId, formatRows, type ReadableFormatId } from './format-table.ts'
import { writeCsv } from './formats/csv.ts'
import { readEspalierJson, writeEspalierJson } from './formats/espalier.ts'
import { readFreemind, writeFreemind } from './formats/freemind.ts'
import { readIndentedText, writeIndentedText } from './formats/indented-text.ts'
import { readMarkdown, writeMarkdown } from './formats/markdown.ts'
import { writeMermaidGantt } from './formats/mermaid-gantt.ts'
import { writeMermaid } from './formats/mermaid.ts'
import { readOpml, writeOpml } from './formats/opml.ts'
import { readTable } from './formats/table.ts'
import { readXmind, writeXmind } from './formats/xmind.ts'
import { createImportFault, type ImportResult } from './model/import-fault.ts'
import type { InterchangeProject, ReadOptions } from './model/project.ts'

const readableFileFormats = formatRows.filter((format) => format.canRead)

/** This many bytes are enough to detect the format. */
const detectionBytes = 1_024

/**
 * Detects a file's format by its first bytes and then by its name; null when it cannot be read. Content goes first: an
 * archive named .md would otherwise be read as text.
 */
export function detectFormat(name: string, firstBytes: Uint8Array): ReadableFormatId | null {
  if (isArchive(firstBytes)) return 'xmind'
  const text = decodeBeginning(firstBytes)
  if (text === null) return null
  const element = firstElement(text)
  if (element === 'opml') return 'opml'
  if (element === 'map') return 'freemind'
  const extension = getExtension(name)
  const named = readableFileFormats.find((format) => listExtensions(format).includes(extension))
  return named?.id ?? null
}

const getExtension = (name: string): string => /\.[^.\\/]*$/u.exec(name.toLowerCase())?.[0] ?? ''

/** Returns the name of the first element of an XML text after any declarations. */
function firstElement(text: string): string | undefined {
  for (let at = text.search(/\S/u); at >= 0 && text[at] === '<'; at = skipWhitespace(text, at)) {
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : '>'
    if (end === '>' && text[at + 1] !== '!') return /^<([\w:-]+)/u.exec(text.slice(at))?.[1]
    at = text.indexOf(end, at) + end.length
    if (at < end.length) return undefined
  }
  return undefined
}

function skipWhitespace(text: string, from: number): number {
  const found = text.slice(from).search(/\S/u)
  return found < 0 ? -1 : from + found
}

const listExtensions = ({ extension, alsoRead = [] }: Pick<Format, 'extension' | 'alsoRead'>): readonly string[] => [
  extension,
  ...alsoRead,
]

const isArchive = ([first, second, third, fourth]: Uint8Array): boolean =>
  first === 0x50 && second === 0x4b && third === 3 && fourth === 4

/** Returns the first characters; null when the bytes are no text. */
function decodeBeginning(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, detectionBytes)
  const [first, second] = head
  const isBigEndian = (first === 0xfe && second === 0xff) || (first === 0 && second !== 0)
  const isLittleEndian = (first === 0xff && second === 0xfe) || (first !== 0 && second === 0)
  if (isBigEndian || isLittleEndian) return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(head)
  return head.includes(0) ? null : new TextDecoder().decode(head)
}

type FormatReader = (bytes: Uint8Array, options?: ReadOptions) => ImportResult

export const formatReaders: Readonly<Record<ReadableFormatId, FormatReader>> = {
  espalier: readEspalierJson,
  markdown: readMarkdown,
  text: readIndentedText,
  opml: readOpml,
  freemind: readFreemind,
  xmind: readXmind,
  csv: (bytes, options) => readTable(bytes, options),
}

/** Reads any file that a person chose. The result is a project or a fault. */
export function readProjectFile(
  name: string,
  bytes: Uint8Array,
  options: Omit<ReadOptions, 'fileName'> = {},
): ImportResult {
  if (bytes.length > exchangeLimits.files.bytes) return { ok: false, reason: createImportFault('too-large') }
  const format = detectFormat(name, bytes)
  if (format === null) return { ok: false, reason: createImportFault('unknown-format', getExtension(name)) }
  return formatReaders[format](bytes, { ...options, fileName: name, dropsBadValues: true })
}

type FormatWriter = (project: InterchangeProject) => string | Uint8Array

/** Pictures are not here, because they are written from a drawing. */
export const formatWriters: Readonly<Record<Exclude<FormatId, 'svg' | 'png' | 'pdf'>, FormatWriter>> = {
  espalier: writeEspalierJson,
  markdown: writeMarkdown,
  text: writeIndentedText,
  opml: writeOpml,
  freemind: writeFreemind,
  xmind: writeXmind,
  mermaid: writeMermaid,
  gantt: writeMermaidGantt,
  csv: writeCsv,
}
