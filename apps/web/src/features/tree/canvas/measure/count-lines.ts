import type { TextRuler } from './ruler.ts'

const spaceCode = 0x20
const lessThanCode = 0x3c
const ampersandCode = 0x26
/** Up to here letters of a word are written together, and lines end at spaces only. */
const lastSimpleCode = 0x10ff

/**
 * How many lines `breakLines` makes of a title, in one pass that makes no string. Null where the title is not simple: formatted,
 * with references, spaces in odd places, letters that break elsewhere, or a word that is too wide.
 */
export function countTitleLines(title: string, width: number, ruler: TextRuler): number | null {
  const isParagraph = title.startsWith('<p>') && title.endsWith('</p>')
  const end = isParagraph ? title.length - 4 : title.length
  let lines = 1
  let used = -ruler.space
  let start = isParagraph ? 3 : 0
  for (let at = start; at <= end; at += 1) {
    const code = at === end ? spaceCode : title.charCodeAt(at)
    if (code > spaceCode && code <= lastSimpleCode && code !== lessThanCode && code !== ampersandCode) continue
    if (code !== spaceCode || at === start) return null
    const word = ruler.measureWidth(title, start, at)
    if (word > width) return null
    const next = used + ruler.space + word
    if (next > width && used >= 0) {
      lines += 1
      used = word
    } else {
      used = next
    }
    start = at + 1
  }
  return lines
}
