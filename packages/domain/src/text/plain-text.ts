import { limits } from '../core/limits.ts'
import { decodeEntities, richTextRules } from './html.ts'

const inlineTags: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time u var wbr'.split(
    ' ',
  ),
)
const droppedTags: ReadonlySet<string> = new Set(richTextRules.dropped)

interface Tag {
  readonly name: string
  readonly isClosing: boolean
  /** The index after the tag. */
  readonly end: number
}

/**
 * Returns the text a person reads in HTML: no tags, entities resolved, blocks and breaks as spaces. One pass,
 * O(length).
 */
export function toPlainText(html: string): string {
  if (!html.includes('<')) return collapseWhitespace(decodeEntities(html))
  const pieces: string[] = []
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      pieces.push(decodeEntities(html.slice(at)))
      break
    }
    pieces.push(decodeEntities(html.slice(at, open)))
    const tag = readTagAt(html, open)
    if (tag === null) {
      pieces.push('<')
      at = open + 1
      continue
    }
    if (!inlineTags.has(tag.name)) pieces.push(' ')
    at = droppedTags.has(tag.name) && !tag.isClosing ? endOfContent(html, tag) : tag.end
  }
  return collapseWhitespace(pieces.join(''))
}

const collapseWhitespace = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/**
 * Reads the tag or comment that begins here; null when the character is only text. An unterminated one reaches to the
 * end.
 */
function readTagAt(html: string, open: number): Tag | null {
  if (html.startsWith('<!--', open)) return { name: '!', isClosing: false, end: indexBehind(html, '-->', open + 4) }
  const isClosing = html[open + 1] === '/'
  const start = isClosing ? open + 2 : open + 1
  if (html[start] === '!' || html[start] === '?') return { name: '!', isClosing, end: indexBehind(html, '>', start) }
  if (!/[a-z]/iu.test(html[start] ?? '')) return null
  let nameEnd = start
  while (nameEnd < html.length && !/[\s/>]/u.test(html[nameEnd] ?? '')) nameEnd += 1
  return { name: html.slice(start, nameEnd).toLowerCase(), isClosing, end: endOfTag(html, nameEnd) }
}

/** A '>' inside a quoted value does not end the tag. */
function endOfTag(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at] ?? ''
    if (quote !== '') {
      if (sign === quote) quote = ''
    } else if (sign === '>') {
      return at + 1
    } else if ((sign === '"' || sign === "'") && html[at - 1] === '=') {
      quote = sign
    }
  }
  return html.length
}

function indexBehind(html: string, sign: string, from: number): number {
  const found = html.indexOf(sign, from)
  return found < 0 ? html.length : found + sign.length
}

function endOfContent(html: string, tag: Tag): number {
  const closing = new RegExp(`</${tag.name}[\\s/>]`, 'giu')
  closing.lastIndex = tag.end
  return closing.exec(html)?.index ?? html.length
}

let segmenter: Intl.Segmenter | undefined
/** The first segmenter takes a fiftieth of the server's start, so it is created on demand. */
const segmentGraphemes = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })).segment(text)
const ellipsis = '...'

/** Shortens to 100 graphemes: an emoji or a letter with its accents is never split. */
export function shortenText(text: string): string {
  const { max, kept } = limits.excerptGraphemes
  if (text.length <= max) return text
  let count = 0
  let cut = 0
  for (const { index } of segmentGraphemes(text)) {
    if (count === kept) cut = index
    count += 1
    if (count > max) return text.slice(0, cut) + ellipsis
  }
  return text
}

const htmlTokens = /<[^>]*>|&[^;\s]{1,31};|[^<&]+|[<&]/gu
const tagParts = /^<(\/?)([a-z]+)/u
/** Below U+0300 nothing combines: counting such a text needs no segmenter, which is a hundred times slower. */
const isSimple = (text: string): boolean => !/[^\0-\u02ff]/u.test(text)

function splitCharacters(text: string): Iterable<{ readonly segment: string }> {
  const start = text.slice(0, limits.excerptGraphemes.max + 1)
  if (text.startsWith('&')) return [{ segment: text }]
  return isSimple(start) ? Array.from(start, (segment) => ({ segment })) : segmentGraphemes(text)
}

/**
 * Returns the excerpt of a title in HTML with its formats: every tag open at the cut is closed. A line break counts as
 * a character. It reads no further than the excerpt, however long the title is.
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
    // The end of the last paragraph does not count as a character.
    if ((name === 'br' || (name === 'p' && slash === '/')) && countOne() > max + 1) return cut ?? html
    written += token
    if (slash === '/') open.shift()
    else if (name !== 'br') open.unshift(name)
  }
  return html
}

export const toExcerpt = (html: string): string => shortenText(toPlainText(html))
