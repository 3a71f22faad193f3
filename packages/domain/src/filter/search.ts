import { toPlainText } from '../text/plain-text.ts'

export interface SearchEntry {
  readonly id: string
  /** As `searchTextOf` made it; worth keeping, for it is the dear part. */
  readonly text: string
}

const foldText = (text: string): string => text.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ')

/** What a search looks through: title and body as a person reads them. The line between is never part of a query. */
export const toSearchText = (node: { readonly title: string; readonly body: string }): string =>
  `${foldText(toPlainText(node.title))}\n${foldText(toPlainText(node.body))}`

/** The hits in the order given, without regard to case. Null: a blank query is no search. */
export function findSearchHits(texts: Iterable<SearchEntry>, query: string): readonly string[] | null {
  const wanted = foldText(query).trim()
  if (wanted === '') return null
  const hits: string[] = []
  for (const { id, text } of texts) if (text.includes(wanted)) hits.push(id)
  return hits
}

/** The index of the next hit (or, with -1, the previous), round and round; -1 where there is none. */
export function stepHitIndex(current: number, total: number, step: 1 | -1): number {
  if (total <= 0) return -1
  if (current < 0) return step === 1 ? 0 : total - 1
  return (current + step + total) % total
}

/** 'current/total', counted from one. */
export const formatHitLabel = (current: number, total: number): string => `${total === 0 ? 0 : current + 1}/${total}`
