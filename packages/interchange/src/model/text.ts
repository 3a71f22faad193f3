import { cleanText } from '@espalier/domain'

/** Spread into `push`, a list of a hundred thousand would overflow the stack. */
export function appendAll<Item>(list: Item[], items: Iterable<Item>): void {
  for (const item of items) list.push(item)
}

/** Half a character and characters that draw nothing are refused by the server, and everything around them too. */
export const cleanStoredText = (text: string): string => cleanText(text)

/** One line for a place that has room for one. */
export const cleanOneLine = (text: string): string => cleanStoredText(text).replace(/\s+/gu, ' ').trim()
