import { cleanText } from '@espalier/domain'

/** Spreading a list of a hundred thousand into `push` would overflow the stack. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** The server refuses lone surrogates and invisible characters, and everything around them too. */
export const cleanStoredText = (text: string): string => cleanText(text)

/** Reduces a text to one line. */
export const cleanOneLine = (text: string): string => cleanStoredText(text).replace(/\s+/gu, ' ').trim()
