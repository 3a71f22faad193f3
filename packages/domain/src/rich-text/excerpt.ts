import { limits } from '../limits.ts'
import { toPlainText } from './plain-text.ts'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const ellipsis = '...'

/** At most 100 characters as a person counts them: an emoji or a letter with its accents is never cut in two. */
export function shortenText(text: string): string {
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

const htmlTokens = /<[^>]*>|&[^;\s]{1,31};|[^<&]+|[<&]/gu
const tagParts = /^<(\/?)([a-z]+)/u
/** Below U+0300 nothing combines: to count such a text needs no segmenter, which is a hundred times slower. */
const isSimple = (text: string): boolean => !/[^\0-\u02ff]/u.test(text)

function splitCharacters(text: string): Iterable<{ readonly segment: string }> {
  const start = text.slice(0, limits.excerptGraphemes.max + 1)
  if (text.startsWith('&')) return [{ segment: text }]
  return isSimple(start) ? Array.from(start, (segment) => ({ segment })) : graphemes.segment(text)
}

/**
 * The excerpt of a title in HTML, with its formats: every tag that is open where it is cut is closed. A line break counts as a
 * character. It reads no further than the excerpt reaches, however long the title is.
 */
export function excerptHtml(html: string): string {
  const { max, kept } = limits.excerptGraphemes
  if (html.length <= max) return html
  const open: string[] = []
  let written = ''
  let count = 0
  let cut: string | null = null
  const countOne = (): number => {
    if (count === kept) cut = written + ellipsis + open.map((name) => `</${name}>`).join('')
    count += 1
    return count
  }
  for (const [token] of html.matchAll(htmlTokens)) {
    const [, slash, name] = tagParts.exec(token) ?? []
    if (name === undefined) {
      for (const { segment } of splitCharacters(token)) {
        if (countOne() > max) return cut ?? html
        written += segment
      }
      continue
    }
    // The end of the last paragraph is no character.
    if ((name === 'br' || (name === 'p' && slash === '/')) && countOne() > max + 1) return cut ?? html
    written += token
    if (slash === '/') open.shift()
    else if (name !== 'br') open.unshift(name)
  }
  return html
}

export const toExcerpt = (html: string): string => shortenText(toPlainText(html))
