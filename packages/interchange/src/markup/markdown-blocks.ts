import { appendAll } from '../model/text.ts'
import { stripClosingSigns } from '../outline/read-outline.ts'
import type { HtmlElement, HtmlNode } from './html-parser.ts'
import { serializeHtml } from './html-text.ts'
import { readInline } from './markdown-inline.ts'

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

const heading = /^(#{1,6})\s(.*)$/u
const item = /^(\s*)([-*+\u2022]|\d{1,9}[.)])(?:\s+(.*)|$)/u
const box = /^\[([ xX])\]\s+(.*)$/u
const fence = /^\s*(`{3,}|~{3,})/u
const deepest = 20

/** The rich text of a description's lines. */
export const readBody = (lines: readonly string[]): string => serializeHtml(readBlocks(lines, 0))

const element = (
  tag: string,
  children: HtmlNode[],
  attributes: ReadonlyMap<string, string> = new Map(),
): HtmlElement => ({
  tag,
  attributes,
  children,
})

function readBlocks(lines: readonly string[], depth: number): HtmlNode[] {
  const blocks: HtmlNode[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const text = line.trim()
    if (text === '' || text === '<!-- -->') {
      at += 1
      continue
    }
    const end = endOfBlock(lines, at)
    appendAll(blocks, readBlock(lines.slice(at, end), depth))
    at = end
  }
  return blocks
}

const kindOf = (line: string): 'quote' | 'list' | 'heading' | 'text' => {
  if (line.trimStart().startsWith('>')) return 'quote'
  if (item.test(line)) return 'list'
  return heading.test(line.trim()) ? 'heading' : 'text'
}

/** The index behind the block that begins here. */
function endOfBlock(lines: readonly string[], at: number): number {
  const first = lines[at] ?? ''
  const sign = fence.exec(first)?.[1]
  if (sign !== undefined) {
    const closing = lines.findIndex((line, index) => index > at && line.trim().startsWith(sign))
    return closing < 0 ? lines.length : closing + 1
  }
  const kind = kindOf(first)
  let end = at + 1
  if (kind === 'heading') return end
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    if (line.trim() === '' || fence.test(line)) break
    const next = kindOf(line)
    if (next !== kind && !(kind === 'list' && next === 'text' && /^\s/u.test(line))) break
  }
  return end
}

function readBlock(lines: readonly string[], depth: number): readonly HtmlNode[] {
  const first = lines[0] ?? ''
  if (fence.test(first)) return [element('pre', [codeIn(lines)])]
  switch (kindOf(first)) {
    case 'quote':
      return readQuote(lines, depth)
    case 'list':
      return readList(lines, depth)
    case 'heading': {
      const [, signs = '', words = ''] = heading.exec(first.trim()) ?? []
      return [element(signs.length === 1 ? 'h1' : 'h2', readInline(stripClosingSigns(words).trim()))]
    }
    default:
      return [element('p', readInline(lines.map((line) => line.trim()).join(' ')))]
  }
}

function codeIn(lines: readonly string[]): string {
  const sign = fence.exec(lines[0] ?? '')?.[1] ?? ''
  const isClosed = lines.length > 1 && (lines.at(-1) ?? '').trim().startsWith(sign)
  return lines.slice(1, isClosed ? -1 : undefined).join('\n')
}

const unquoted = (line: string): string => line.replace(/^\s*> ?/u, '')

function readQuote(lines: readonly string[], depth: number): readonly HtmlNode[] {
  if (depth >= deepest) return [element('p', readInline(lines.join(' ')))]
  const inner = readBlocks(lines.map(unquoted), depth + 1)
  const [only] = inner
  const isSentence = inner.length === 1 && typeof only === 'object' && only.tag === 'p'
  return [element('blockquote', isSentence ? only.children : inner)]
}

function readList(lines: readonly string[], depth: number): readonly HtmlNode[] {
  const [, indent = '', marker = ''] = item.exec(lines[0] ?? '') ?? []
  const isOrdered = /\d/u.test(marker)
  const items: HtmlElement[] = []
  let below: string[] = []
  const end = () => {
    if (below.length > 0 && depth < deepest) appendAll(items.at(-1)?.children ?? [], readList(below, depth + 1))
    below = []
  }
  for (const line of lines) {
    const [, lead = '', , words = ''] = item.exec(line) ?? []
    const isItem = item.test(line)
    if (isItem && lead.length > indent.length && items.length > 0) below.push(line)
    else if (!isItem) appendAll(items.at(-1)?.children ?? [], [' ', ...readInline(line.trim())])
    else {
      end()
      items.push(itemOf(words))
    }
  }
  end()
  return [element(isOrdered ? 'ol' : 'ul', items)]
}

function itemOf(words: string): HtmlElement {
  const [, sign, rest = words] = box.exec(words) ?? []
  if (sign === undefined) return element('li', readInline(words))
  return element('li', readInline(rest), new Map([['data-list', sign === ' ' ? 'unchecked' : 'checked']]))
}
