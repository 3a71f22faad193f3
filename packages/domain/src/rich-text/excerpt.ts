import { limits } from '../limits.ts'
import { plainTextOf } from './plain-text.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ellipsis = '...'

/** At most 100 characters as a person counts them: an emoji or a letter with its accents is never cut in two. */
export function shorten(text: string): string {
  const { max, kept } = limits.excerptGraphemes
  if (text.length <= max) return text
  let count = 0
  let cut = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === kept) cut = index
    count += 1
    if (count > max) return text.slice(0, cut) + ellipsis
  }
  return text
}

export const excerptOf = (html: string): string => shorten(plainTextOf(html))
