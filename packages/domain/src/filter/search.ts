import { toPlainText } from '../text/plain-text.ts'

export interface SearchEntry {
  readonly id: string
  /** Made by `toSearchText`; callers cache it, because it is the expensive part. */
  readonly text: string
}

const foldText = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ')

/**
 * Returns the text that a search matches: title and body as a person reads them. The line break between them is never
 * part of a query.
 */
export const toSearchText = (node: { readonly title: string; readonly body: string }): string =>
  `${foldText(toPlainText(node.title))}\n${foldText(toPlainText(node.body))}`

/** Returns the hits in the given order, case-insensitively. Null: a blank query is no search. */
export function findSearchHits(texts: Iterable<SearchEntry>, query: string): readonly string[] | null {
  const wanted = foldText(query).trim()
  if (wanted === '') return null
  const hits: string[] = []
  for (const { id, text } of texts) if (text.includes(wanted)) hits.push(id)
  return hits
}

/** Returns the index of the next hit (or, with -1, the previous) with wraparound; -1 when there is none. */
export function stepHitIndex(current: number, total: number, step: 1 | -1): number {
  if (total <= 0) return -1
  if (current < 0) return step === 1 ? 0 : total - 1
  return (current + step + total) % total
}

/** Formats 'current/total', counting from one. */
export const formatHitLabel = (current: number, total: number): string => `${total === 0 ? 0 : current + 1}/${total}`
