import { exchangeLimits, nodeStatuses } from '@espalier/domain'
import {
  type FileDefinitions,
  type FilePerson,
  findFormat,
  type FormatId,
  formatWriters,
  type InterchangeNode,
  type InterchangeProject,
  type PackedDrawing,
  type PageTexts,
  type PaperSize,
  previewTable,
  readProjectFile,
  readTable,
  type TableMapping,
  type TablePreview,
  unpackDrawing,
  writePagedPdf,
  writePdf,
  writeSvg,
} from '@espalier/interchange'
import type { ImportUpload } from '../api/file-import.ts'
import { fileJobTexts, printedPageTexts } from '../texts/import-dialog.ts'
import { createTextPainter, paintDrawing } from './paint-drawing.ts'

export type DrawnFormat = Extract<FormatId, 'svg' | 'png' | 'pdf'>
type WrittenFormat = Exclude<FormatId, DrawnFormat>

/** The jobs of a worker. */
export type FileJob =
  | {
      readonly kind: 'read'
      readonly name: string
      readonly bytes: ArrayBuffer
      /** How a table becomes nodes; null: the file is none. */
      readonly table: ChosenTable | null
      readonly context: ImportContext
    }
  | {
      readonly kind: 'preview-table'
      readonly name: string
      readonly bytes: ArrayBuffer
      readonly isUnderNode: boolean
      /** Null: the mapping is to be guessed. */
      readonly mapping: TableMapping | null
      readonly context: ImportContext
    }
  | { readonly kind: 'write'; readonly format: WrittenFormat; readonly project: InterchangeProject }
  | {
      readonly kind: 'draw'
      readonly format: DrawnFormat
      readonly drawing: PackedDrawing
      readonly scale: number
      readonly fontFamily: string
      /** For PDF; null: one page as large as the map. */
      readonly paper: PaperSize | null
    }

/** The people and lists that a file may refer to by name. */
export interface ImportContext {
  readonly people: readonly FilePerson[]
  /** The lists of the project that it goes into. Missing: it becomes a project of its own. */
  readonly lists?: FileDefinitions
}

export interface ChosenTable {
  readonly mapping: TableMapping
  readonly isUnderNode: boolean
}

/** A parsed file in the shape that is uploaded, with remarks about what was left out. */
export interface ParsedFile extends ImportUpload {
  readonly remarks: readonly string[]
}

export type ReadFileResult =
  | { readonly ok: true; readonly file: ParsedFile }
  | { readonly ok: false; readonly text: string }

export type PreviewTableResult =
  | { readonly ok: true; readonly preview: TablePreview }
  | { readonly ok: false; readonly text: string }

export type WriteFileResult = { readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly text: string }

export type FileJobResult<Asked extends FileJob> = Asked extends { readonly kind: 'read' }
  ? ReadFileResult
  : Asked extends { readonly kind: 'preview-table' }
    ? PreviewTableResult
    : WriteFileResult

export async function runFileJob(job: FileJob): Promise<ReadFileResult | PreviewTableResult | WriteFileResult> {
  switch (job.kind) {
    case 'read':
      return readImportFile(job.name, new Uint8Array(job.bytes), job.table, job.context)
    case 'preview-table': {
      const options = { fileName: job.name, isUnderNode: job.isUnderNode, ...job.context }
      const read = previewTable(new Uint8Array(job.bytes), options, job.mapping ?? undefined)
      return read.ok ? { ok: true, preview: read.value } : { ok: false, text: read.reason.text }
    }
    case 'write':
      return writeExportFile(job.format, job.project)
    case 'draw':
      return drawExportFile(job.format, job)
  }
}

/** Parses a file into its upload. */
export function readImportFile(
  name: string,
  bytes: Uint8Array,
  table: ChosenTable | null = null,
  context: ImportContext = { people: [] },
): ReadFileResult {
  const read =
    table === null
      ? readProjectFile(name, bytes, context)
      : readTable(bytes, { ...context, fileName: name, isUnderNode: table.isUnderNode }, table.mapping)
  if (!read.ok) return { ok: false, text: read.reason.text }
  const { nodes, ...header } = read.value
  return { ok: true, file: { header, nodeCount: nodes.length, parts: splitIntoParts(nodes), remarks: read.remarks } }
}

/** Parts are small: a large one would block the server for everybody else and would be resent as a whole. */
export function splitIntoParts(nodes: readonly InterchangeNode[]): readonly string[] {
  const parts: string[] = []
  let some: string[] = []
  let characters = 0
  const close = (): void => {
    if (some.length > 0) parts.push(`{"nodes":[${some.join(',')}]}`)
    some = []
    characters = 0
  }
  for (const node of nodes) {
    const text = JSON.stringify(node)
    if (characters + text.length > exchangeLimits.part.characters) close()
    some.push(text)
    characters += text.length
    if (some.length === exchangeLimits.part.nodes) close()
  }
  close()
  return parts
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
