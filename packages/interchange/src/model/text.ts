import { cleanText } from '@espalier/domain'

/** Spreading a list of a hundred thousand into `push` would overflow the stack. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** The server refuses lone surrogates and invisible characters, and everything around them too. */
export const cleanStoredText = (text: string): string => cleanText(text)

/** Reduces a text to one line. */
export const cleanOneLine = (text: string): string => cleanStoredText(text).replace(/\s+/gu, ' ').trim()

/** Continues a line by words of the next one. Trimming the whole line each time would copy it for every word. */
export const joinWords = (line: string, words: string): string =>
  line === '' || words === '' ? line + words : `${line} ${words}`
