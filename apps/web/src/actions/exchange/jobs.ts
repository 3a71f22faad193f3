import type { Drawing, FormatId, InterchangeProject } from '@espalier/interchange'
import type { FileToSend } from '../../data/exchange/index.ts'

export type DrawnFormat = Extract<FormatId, 'svg' | 'png' | 'pdf'>
export type WrittenFormat = Exclude<FormatId, DrawnFormat>

/** What a worker is asked for, one thing each. */
export type Job =
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
export interface ReadFile extends FileToSend {
  readonly remarks: readonly string[]
}

export type ReadOutcome = { readonly ok: true; readonly file: ReadFile } | { readonly ok: false; readonly text: string }

export type MadeOutcome = { readonly ok: true; readonly blob: Blob } | { readonly ok: false; readonly text: string }

export type OutcomeOf<Asked extends Job> = Asked extends { readonly kind: 'read' } ? ReadOutcome : MadeOutcome
