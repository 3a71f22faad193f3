import { appendAll } from '../append.ts'
import type { HtmlElement, HtmlNode } from '../html/parse-html.ts'
import { serializeHtml } from '../html/serialise.ts'
import { stripClosingSigns } from '../outline-line.ts'
import { readInline } from './read-inline.ts'

const heading = /^(#{1,6})\s(.*)$/u
const item = /^(\s*)([-*+\u2022]|\d{1,9}[.)])(?:\s+(.*)|$)/u
const box = /^\[([ xX])\]\s+(.*)$/u
export const fence = /^\s*(`{3,}|~{3,})/u
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

export const unquoted = (line: string): string => line.replace(/^\s*> ?/u, '')

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
