import type { Ruler } from './ruler.ts'

const space = 0x20
const lessThan = 0x3c
const ampersand = 0x26
/** Up to here letters of a word are written together, and lines end at spaces only. */
const lastSimple = 0x10ff

/**
 * How many lines `breakLines` makes of a title, in one pass that makes no string. Null where the title is not simple: formatted,
 * with references, spaces in odd places, letters that break elsewhere, or a word that is too wide.
 */
export function countLines(title: string, width: number, ruler: Ruler): number | null {
  const isParagraph = title.startsWith('<p>') && title.endsWith('</p>')
  const end = isParagraph ? title.length - 4 : title.length
  let lines = 1
  let used = -ruler.space
  let start = isParagraph ? 3 : 0
  for (let at = start; at <= end; at += 1) {
    const code = at === end ? space : title.charCodeAt(at)
    if (code > space && code <= lastSimple && code !== lessThan && code !== ampersand) continue
    if (code !== space || at === start) return null
    const word = ruler.widthOf(title, start, at)
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
