import { stripClosingSigns } from '../outline-line.ts'
import { fence, unquoted } from './read-body.ts'

/** A heading or an item of a list, what is said below it, and what hangs from it. */
export interface Passage {
  /** Of a heading, 1 to 6; of an item, 0. */
  readonly level: number
  words: string
  readonly body: string[]
  readonly children: Passage[]
}

interface Open {
  readonly passage: Passage
  /** Headings stand left of every column. */
  readonly indent: number
  readonly textIndent: number
}

interface Reading {
  readonly open: Open[]
  readonly tops: Passage[]
  readonly before: string[]
  fence: string | undefined
  isAfterBlank: boolean
}

const headingLine = /^ {0,3}(#{1,6})(?:\s(.*))?$/u
const marker = /^([-*+\u2022]|\d{1,9}[.)])(\s+|$)/u
const rule = /^(?:-{3,}|\*{3,}|_{3,}|={3,}|(?:[-*_] ){2,}[-*_])$/u
const headingRoom = 10
const tabColumns = 4

/** The outline of a Markdown text; `before` is what is said before its first heading or item. */
export function passagesOf(lines: readonly string[]): {
  readonly before: readonly string[]
  readonly tops: readonly Passage[]
} {
  const reading: Reading = { open: [], tops: [], before: [], fence: undefined, isAfterBlank: true }
  for (const line of withoutFrontMatter(lines)) takeLine(line, reading)
  return reading
}

function withoutFrontMatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trim() !== '---') return lines
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === '---')
  return end < 0 ? lines : lines.slice(end + 1)
}

function takeLine(line: string, reading: Reading): void {
  const text = line.trim()
  const above = reading.open.at(-1)
  if (reading.fence !== undefined) {
    bodyOf(reading, above).push(dedented(line, above?.textIndent ?? 0))
    if (text.startsWith(reading.fence)) reading.fence = undefined
    return
  }
  if (text === '' || rule.test(text)) {
    reading.isAfterBlank = true
    if (text === '') blankIn(bodyOf(reading, above))
    return
  }
  const [, signs, title = ''] = headingLine.exec(line) ?? []
  const indent = columnsOf(line)
  const sign = marker.exec(text)
  if (signs !== undefined)
    open(
      reading,
      { level: signs.length, words: stripClosingSigns(title).trim(), body: [], children: [] },
      signs.length - headingRoom,
      0,
    )
  else if (sign !== null) {
    const textIndent = indent + (sign[1]?.length ?? 0) + 1
    open(reading, { level: 0, words: text.slice(sign[0].length), body: [], children: [] }, indent, textIndent)
  } else say(line, indent, reading)
  reading.isAfterBlank = false
}

function open(reading: Reading, passage: Passage, indent: number, textIndent: number): void {
  while (reading.open.length > 0 && (reading.open.at(-1)?.indent ?? 0) >= indent) reading.open.pop()
  const above = reading.open.at(-1)
  const siblings = above?.passage.children ?? reading.tops
  siblings.push(passage)
  reading.open.push({ passage, indent, textIndent })
}

/** A line that is neither: it goes on with the words above it, or describes the passage it is indented under. */
function say(line: string, indent: number, reading: Reading): void {
  const text = line.trim()
  const isQuote = text.startsWith('>')
  const last = reading.open.at(-1)
  const isItem = last !== undefined && last.passage.level === 0
  if (isItem && !reading.isAfterBlank && !isQuote && !fence.test(line) && last.passage.body.length === 0) {
    last.passage.words = `${last.passage.words} ${text}`.trim()
    return
  }
  if (reading.isAfterBlank && indent < (last?.textIndent ?? 0)) {
    while (reading.open.length > 0 && (reading.open.at(-1)?.textIndent ?? 0) > indent) reading.open.pop()
  }
  const holder = reading.open.at(-1)
  const body = bodyOf(reading, holder)
  const said = dedented(line, holder?.textIndent ?? 0)
  body.push(isQuote ? unquoted(said) : said)
  reading.fence = isQuote ? undefined : fence.exec(line)?.[1]
}

const bodyOf = (reading: Reading, holder: Open | undefined): string[] => holder?.passage.body ?? reading.before

function blankIn(body: string[]): void {
  if (body.length > 0 && body.at(-1) !== '') body.push('')
}

function columnsOf(line: string): number {
  let columns = 0
  for (const sign of line) {
    if (sign === '\t') columns += tabColumns - (columns % tabColumns)
    else if (sign === ' ') columns += 1
    else break
  }
  return columns
}

/** Without as many blanks as its passage is indented, so that code keeps its own. */
function dedented(line: string, columns: number): string {
  let at = 0
  while (at < line.length && at < columns && (line[at] === ' ' || line[at] === '\t')) at += 1
  return line.slice(at)
}
