import { exchangeLimits } from '@espalier/domain'
import {
  type FileDefinitions,
  type FilePerson,
  type InterchangeNode,
  previewTable,
  readProjectFile,
  readTable,
  type TableMapping,
  type TablePreview,
} from '@espalier/interchange'
import type { ImportUpload } from '../api/file-import.ts'

export type ReadJob =
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

export async function runReadJob(job: ReadJob): Promise<ReadFileResult | PreviewTableResult> {
  if (job.kind === 'read') return readImportFile(job.name, new Uint8Array(job.bytes), job.table, job.context)
  const options = { fileName: job.name, isUnderNode: job.isUnderNode, ...job.context }
  const read = previewTable(new Uint8Array(job.bytes), options, job.mapping ?? undefined)
  return read.ok ? { ok: true, preview: read.value } : { ok: false, text: read.reason.text }
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
