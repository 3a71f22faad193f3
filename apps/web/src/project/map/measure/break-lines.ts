import { decodeEntities } from '@espalier/domain'
import type { TextRuler } from './text-ruler.ts'

/** Chinese, Japanese and Korean allow a break between any two characters. */
const ideographs = /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u
/** A line must not begin with closing brackets or punctuation, nor end with opening brackets. */
const closing = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]/u
const opening = /[\p{Ps}\p{Pi}]$/u
const blank = /[ \t\n\r\f]+/u
/** At most this many letters of a word are considered for one line; no letter is so narrow that more would fit. */
const maxLetters = 256

const segmenters: Partial<Record<'grapheme' | 'word', Intl.Segmenter>> = {}

/** The first segmenter of a page takes tens of milliseconds, and most plans have no title that needs one. */
const splitSegments = (granularity: 'grapheme' | 'word', text: string): string[] =>
  Array.from((segmenters[granularity] ??= new Intl.Segmenter(undefined, { granularity })).segment(text), readSegment)

const readSegment = ({ segment }: Intl.SegmentData): string => segment

/** Breaks a text into lines of this width: as many words per line as fit; a word that is too wide is split. */
export function breakLines(paragraphs: readonly string[], width: number, ruler: TextRuler): readonly string[] {
  const lines: string[] = []
  for (const paragraph of paragraphs) breakParagraph(paragraph, width, ruler, lines)
  return lines
}

function breakParagraph(paragraph: string, width: number, ruler: TextRuler, lines: string[]): void {
  let line = ''
  let used = 0
  const placePiece = (piece: string, pieceWidth: number, isWord: boolean): void => {
    const gap = isWord && line !== '' ? ruler.space : 0
    if (line !== '' && used + gap + pieceWidth > width) {
      lines.push(line)
      line = piece
      used = pieceWidth
      return
    }
    line = gap === 0 ? line + piece : `${line} ${piece}`
    used += gap + pieceWidth
  }
  for (const word of paragraph.includes(' ') ? paragraph.split(blank) : [paragraph.trim()]) {
    if (word === '') continue
    const wordWidth = ruler.measureWidth(word)
    if (wordWidth <= width && !ideographs.test(word)) placePiece(word, wordWidth, true)
    else splitWord(word, width, ruler).forEach((piece, at) => placePiece(piece, ruler.measureWidth(piece), at === 0))
  }
  lines.push(line)
}

/** Returns pieces between which a line may break, none wider than a line. */
function splitWord(word: string, width: number, ruler: TextRuler): string[] {
  const pieces: string[] = []
  for (const part of ideographs.test(word) ? splitIdeographs(word) : splitSegments('word', word)) {
    if (ruler.measureWidth(part) <= width) pieces.push(part)
    else pieces.push(...sliceByWidth(part, width, ruler))
  }
  return pieces
}

function splitIdeographs(word: string): string[] {
  const pieces: string[] = []
  let isBreakable = false
  for (const letter of splitSegments('grapheme', word)) {
    const isIdeograph = ideographs.test(letter)
    const before = pieces.at(-1)
    const isGlued =
      closing.test(letter) || (before !== undefined && opening.test(before)) || !(isIdeograph || isBreakable)
    if (before !== undefined && isGlued) pieces[pieces.length - 1] = before + letter
    else pieces.push(letter)
    isBreakable = isIdeograph
  }
  return pieces
}

/** Slices a long word into pieces that fit, of at least one letter each, or it would never end. */
function sliceByWidth(word: string, width: number, ruler: TextRuler): string[] {
  const slices: string[] = []
  const all = splitSegments('grapheme', word)
  for (let start = 0; start < all.length;) {
    let fits = 1
    let tooMany = Math.min(maxLetters, all.length - start) + 1
    while (tooMany - fits > 1) {
      const half = (fits + tooMany) >>> 1
      if (ruler.measureWidth(all.slice(start, start + half).join('')) <= width) fits = half
      else tooMany = half
    }
    slices.push(all.slice(start, start + fits).join(''))
    start += fits
  }
  return slices
}

const spaceCode = 0x20
const lessThanCode = 0x3c
const ampersandCode = 0x26
/** Up to this code point, lines break only at spaces. */
const lastSimpleCode = 0x10ff

/** How many lines a title has, and how wide the widest of them is. */
export interface TitleExtent {
  lines: number
  widest: number
}

/**
 * Measures the lines `breakLines` makes of a title, in one pass without creating strings or objects: the result is
 * written into `extent`. Returns false when the title is not simple: formatted, with entities, unusual spaces, other
 * break rules, or a word that is too wide.
 */
export function measureSimpleTitle(title: string, width: number, ruler: TextRuler, extent: TitleExtent): boolean {
  const isParagraph = title.startsWith('<p>') && title.endsWith('</p>')
  const end = isParagraph ? title.length - 4 : title.length
  let lines = 1
  let widest = 0
  let used = -ruler.space
  let start = isParagraph ? 3 : 0
  for (let at = start; at <= end; at += 1) {
    const code = at === end ? spaceCode : title.charCodeAt(at)
    if (code > spaceCode && code <= lastSimpleCode && code !== lessThanCode && code !== ampersandCode) continue
    if (code !== spaceCode || at === start) return false
    const word = ruler.measureWidth(title, start, at)
    if (word > width) return false
    const next = used + ruler.space + word
    if (next > width && used >= 0) {
      lines += 1
      used = word
    } else {
      used = next
    }
    if (used > widest) widest = used
    start = at + 1
  }
  extent.lines = lines
  extent.widest = widest
  return true
}

/** Measures a line word by word, as it was broken. */
export function measureLineWidth(line: string, ruler: TextRuler): number {
  const words = line.split(blank)
  return words.reduce((sum, word) => sum + ruler.measureWidth(word), (words.length - 1) * ruler.space)
}

const onlyParagraphs = /^(?:[^<]|<\/?p>|<br ?\/?>)*$/u
const paragraphEnds = /<\/?p>/u
const lineBreak = /<br ?\/?>/u

const decodeText = (text: string) => (text.includes('&') ? decodeEntities(text) : text)

/** Returns the lines of a plain title; null when it is formatted, so that only a browser can break it. */
export function readPlainParagraphs(title: string): readonly string[] | null {
  const end = title.length - 4
  if (title.startsWith('<p>') && title.indexOf('<', 3) === end && title.endsWith('</p>')) {
    return [decodeText(title.slice(3, end))]
  }
  if (!title.includes('<')) return [decodeText(title)]
  return onlyParagraphs.test(title) ? splitParagraphs(title) : null
}

function splitParagraphs(title: string): readonly string[] {
  const paragraphs: string[] = []
  for (const block of title.split(paragraphEnds)) {
    if (block === '') continue
    const lines = block.split(lineBreak)
    // A browser draws no line for a break that ends a block.
    if (lines.length > 1 && lines.at(-1) === '') lines.pop()
    for (const line of lines) paragraphs.push(decodeText(line))
  }
  return paragraphs.length === 0 ? [''] : paragraphs
}
