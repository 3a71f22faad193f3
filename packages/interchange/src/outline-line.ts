import type { NodeStatus } from '@espalier/domain'

/** One line of an outline, by what it says of itself. */
export type OutlineLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | {
      readonly kind: 'item' | 'plain'
      /** The column it begins in. */
      readonly indent: number
      /** The column its words begin in: what is indented as far is said by the same item. */
      readonly textIndent: number
      readonly title: string
      readonly status: NodeStatus | undefined
    }

const tabColumns = 4
const heading = /^ {0,3}(#{1,6})(?:\s+(.*))?$/u
const marker = /^(?:[-*+\u2022]|\d{1,9}[.)])(?:\s+|$)/u
/** `[ ]`, `[x]`, `[/]` or `[-]` before a title. */
export const checkbox = /^\[([ xX/-])\](?:\s+|$)/u
const rule = /^(?:-{3,}|\*{3,}|_{3,}|={3,})$/u
export const checkedStatus: Readonly<Record<string, NodeStatus>> = {
  ' ': 'todo',
  x: 'done',
  X: 'done',
  '/': 'progress',
  '-': 'progress',
}

export function readOutlineLine(line: string): OutlineLine {
  const text = line.trim()
  if (text === '' || rule.test(text)) return { kind: 'blank' }
  const [, signs, words = ''] = heading.exec(line) ?? []
  if (signs !== undefined) return { kind: 'heading', level: signs.length, title: collapseSpaces(stripClosingSigns(words)) }
  const indent = countColumns(line.slice(0, line.length - line.trimStart().length))
  const sign = marker.exec(text)?.[0]
  const rest = text.slice(sign?.length ?? 0)
  const box = checkbox.exec(rest)
  const said = rest.slice(box?.[0].length ?? 0)
  return {
    kind: sign === undefined ? 'plain' : 'item',
    indent,
    textIndent: indent + (sign?.trimEnd().length ?? -1) + 1,
    title: collapseSpaces(sign === undefined ? said : unescapeMark(said)),
    status: box === null ? undefined : checkedStatus[box[1] ?? ''],
  }
}

/** A heading may be closed by the signs that it began with. Looked for from the end: a pattern would try every blank. */
export function stripClosingSigns(words: string): string {
  const text = words.trimEnd()
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end -= 1
  const isClosed = end < text.length && (end === 0 || /\s/u.test(text.charAt(end - 1)))
  return isClosed ? text.slice(0, end).trimEnd() : text
}

function countColumns(blank: string): number {
  let columns = 0
  for (const sign of blank) columns += sign === '\t' ? tabColumns - (columns % tabColumns) : 1
  return columns
}

export const collapseSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim()

const unescapeMark = (text: string): string => (/^\\[\\[]/u.test(text) ? text.slice(1) : text)
