import { cleanHtml } from '@espalier/interchange'

import { MarkupError, type MarkupErrorReason } from './markup-error.ts'
import { sanitizeRichText } from './sanitise.ts'

/** Texts of a file pass the reader's own list of allowed tags before ours: it knows what other programs write. */
export const sanitizers = {
  'rich-text': sanitizeRichText,
  imported: (html: string): string => cleanHtml(html, sanitizeRichText),
} as const

export type TextKind = keyof typeof sanitizers

export interface SanitizeJob {
  readonly kind: TextKind
  readonly texts: readonly string[]
}

export type SanitizeResult =
  | { readonly ok: true; readonly texts: readonly string[] }
  | { readonly ok: false; readonly reason: MarkupErrorReason }

/** Does one job, in the worker or here. Nothing is thrown: errors lose their class between threads. */
export function runSanitizeJob({ kind, texts }: SanitizeJob): SanitizeResult {
  try {
    return { ok: true, texts: texts.map(sanitizers[kind]) }
  } catch (error) {
    if (error instanceof MarkupError) return { ok: false, reason: error.reason }
    throw error
  }
}
