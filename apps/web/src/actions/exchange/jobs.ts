import type { Drawing, FormatId, InterchangeProject } from '@espalier/interchange'
import type { ImportUpload } from '../../data/exchange/index.ts'

export type DrawnFormat = Extract<FormatId, 'svg' | 'png' | 'pdf'>
export type WrittenFormat = Exclude<FormatId, DrawnFormat>

/** What a worker is asked for, one thing each. */
export type FileJob =
  | { readonly kind: 'read'; readonly name: string; readonly bytes: ArrayBuffer }
  | { readonly kind: 'write'; readonly format: WrittenFormat; readonly project: InterchangeProject }
  | {
      readonly kind: 'draw'
      readonly format: DrawnFormat
      readonly drawing: Drawing
      readonly scale: number
      readonly fontFamily: string
    }

/** A file that can be taken, as it is sent, with what was left out of it. */
export interface ParsedFile extends ImportUpload {
  readonly remarks: readonly string[]
}

export type ReadFileResult = { readonly ok: true; readonly file: ParsedFile } | { readonly ok: false; readonly text: string }

export type WriteFileResult = { readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly text: string }

export type FileJobResult<Asked extends FileJob> = Asked extends { readonly kind: 'read' } ? ReadFileResult : WriteFileResult
