import { isAllowedHref } from '@espalier/domain'

import {
  documentOf,
  holding,
  settledInline,
  settledMarks,
  textNode,
  type AdfDocument,
  type AdfMark,
  type AdfNode,
} from './adf.ts'

const markOf: Readonly<Record<string, AdfMark>> = {
  '*': { type: 'strong' },
  _: { type: 'em' },
  '+': { type: 'underline' },
  '-': { type: 'strike' },
  '^': { type: 'subsup', attrs: { type: 'sup' } },
  '~': { type: 'subsup', attrs: { type: 'sub' } },
}

// Nothing that opens anew is part of what was opened before: a text of opening signs alone is read once, not once for each of them.
const pieces = new RegExp(
  [
    String.raw`(?<break>\\\\\n?|\n)`,
    String.raw`\\(?<sign>[\\{}[\]*_+^~!|\-#])`,
    String.raw`\{\{(?<code>(?:\\.|\{(?!\{)|[^\\\n{])+?)\}\}`,
    String.raw`\{(?<brace>[*_+^~-])\}`,
    String.raw`\[(?:(?<label>(?:\\.|[^\\[\]|\n])*)\|)?(?<href>[^[\]|\n]+)\]`,
    String.raw`!(?<file>[^!\n|]+)(?:\|[^!\n]*)?!`,
    String.raw`(?<=^|[\s(])(?<open>[*_+-])(?=\S)`,
    String.raw`(?<=\S)(?<close>[*_+-])(?=$|[\s).,;:!?])`,
  ].join('|'),
  'g',
)

const plain = (text: string): string => text.replaceAll(/\\([\\{}[\]*_+^~!|\-#])/g, '$1')

/** A line's text and marks. A mark that is opened and never closed is only a sign. */
function inlineOf(text: string, outer: readonly AdfMark[] = []): AdfNode[] {
  const nodes: AdfNode[] = []
  const on = new Set<string>()
  const add = (piece: string): void => {
    const marks = [...on].flatMap((sign) => markOf[sign] ?? [])
    if (piece !== '') nodes.push(textNode(piece, settledMarks([...outer, ...marks])))
  }
  const closes = findClosingSigns(text)
  let at = 0
  for (const found of text.matchAll(pieces)) {
    const { groups = {} } = found
    add(text.slice(at, found.index))
    at = found.index + found[0].length
    if (groups['break'] !== undefined) nodes.push({ type: 'hardBreak' })
    else if (groups['sign'] !== undefined) add(groups['sign'])
    else if (groups['code'] !== undefined) {
      nodes.push(textNode(plain(groups['code']), settledMarks([...outer, { type: 'code' }])))
    } else if (groups['href'] !== undefined) nodes.push(...linkOf(groups['href'], groups['label'], outer, found[0]))
    else if (groups['file'] !== undefined) add('[attachment]')
    else switchMark(on, groups, { text, at, closes, add })
  }
  add(text.slice(at))
  return nodes
}

interface Switching {
  readonly text: string
  readonly at: number
  closes(sign: string, at: number): boolean
  add(piece: string): void
}

function switchMark(
  on: Set<string>,
  groups: Record<string, string | undefined>,
  { text, at, closes, add }: Switching,
): void {
  const { brace, open, close } = groups
  const sign = brace ?? open ?? close ?? ''
  if (on.has(sign) && open === undefined) on.delete(sign)
  else if (brace !== undefined && text.includes(`{${sign}}`, at)) on.add(sign)
  else if (open !== undefined && closes(sign, at)) on.add(sign)
  else if (brace === undefined) add(sign)
}

/** Whether a sign is closed on the same line. Each text is searched once for each sign, not once for each place where one opens. */
function findClosingSigns(text: string): (sign: string, at: number) => boolean {
  const found = new Map<string, number>()
  let lineEnd = -1
  return (sign, at) => {
    let next = found.get(sign) ?? -1
    if (next <= at) {
      const closing = new RegExp(`(?<=\\S)\\${sign}(?=$|[\\s).,;:!?])`, 'g')
      closing.lastIndex = at + 1
      next = closing.exec(text)?.index ?? text.length
      found.set(sign, next)
    }
    if (lineEnd < at) lineEnd = text.indexOf('\n', at)
    if (lineEnd < 0) lineEnd = text.length
    return next < lineEnd
  }
}

function linkOf(href: string, label: string | undefined, outer: readonly AdfMark[], whole: string): AdfNode[] {
  const address = href.trim()
  if (!isAllowedHref(address)) return [textNode(label === undefined ? whole : plain(label), settledMarks(outer))]
  const marks = [...outer, { type: 'link', attrs: { href: address } }]
  return label === undefined ? [textNode(address, settledMarks(marks))] : inlineOf(label, marks)
}

const paragraphOf = (lines: readonly string[]): AdfNode =>
  holding('paragraph', settledInline(inlineOf(lines.join('\n'))))

interface ListLine {
  readonly signs: string
  readonly text: string
}

/** Lines that begin alike make one list; longer beginnings hang from the line before. */
function listsOf(lines: readonly ListLine[], depth: number): AdfNode[] {
  const lists: { type: string; items: { first: string; under: ListLine[] }[] }[] = []
  for (const line of lines) {
    const last = lists.at(-1)
    if (line.signs.length > depth + 1 && last !== undefined) {
      last.items.at(-1)?.under.push(line)
      continue
    }
    const type = line.signs[depth] === '#' ? 'orderedList' : 'bulletList'
    if (last?.type === type) last.items.push({ first: line.text, under: [] })
    else lists.push({ type, items: [{ first: line.text, under: [] }] })
  }
  return lists.map(({ type, items }) =>
    holding(
      type,
      items.map(({ first, under }) => holding('listItem', [paragraphOf([first]), ...listsOf(under, depth + 1)])),
    ),
  )
}

const fences = /^\{(quote|noformat|code)(?::[^}]*)?\}\s*$/
const listLine = /^\s*([*#]+|-)\s+(.*)$/
const endsWithBreak = /\\\\$/

/** Data Center's wiki text, as far as people write it; what is not known stays as it stands. */
export function wikiToAdf(wiki: string): AdfDocument {
  return documentOf(blocksOf(wiki.replaceAll('\r\n', '\n').split('\n'), true))
}

/** Each line that is a fence, with the next line that is one of the same kind. */
function findNextFences(lines: readonly string[]): ReadonlyMap<number, number> {
  const next = new Map<number, number>()
  const last = new Map<string, number>()
  for (const [at, line] of lines.entries()) {
    const kind = fences.exec(line)?.[1]
    if (kind === undefined) continue
    const before = last.get(kind)
    if (before !== undefined) next.set(before, at)
    last.set(kind, at)
  }
  return next
}

function blocksOf(lines: readonly string[], mayQuote: boolean): AdfNode[] {
  const blocks: AdfNode[] = []
  let paragraph: string[] = []
  let list: ListLine[] = []
  const flush = (): void => {
    if (paragraph.length > 0) blocks.push(paragraphOf(paragraph))
    if (list.length > 0) blocks.push(...listsOf(list, 0))
    paragraph = []
    list = []
  }
  const nextFences = findNextFences(lines)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = fences.exec(line)?.[1]
    const end = nextFences.get(at) ?? -1
    const item = listLine.exec(line)
    const heading = /^h([1-6])\.\s*(.*)$/.exec(line)
    if (end > 0 && (fence !== 'quote' || mayQuote)) {
      flush()
      blocks.push(...fenced(fence ?? '', lines.slice(at + 1, end)))
      at = end
    } else if (line.trim() === '') flush()
    else if (/^-{4,}\s*$/.test(line) && mayQuote) {
      flush()
      blocks.push({ type: 'rule' })
    } else if (heading !== null && mayQuote) {
      flush()
      blocks.push(holding('heading', settledInline(inlineOf(heading[2] ?? '')), { level: Number(heading[1]) }))
    } else if (item !== null) {
      if (paragraph.length > 0) flush()
      list.push({ signs: item[1] ?? '*', text: item[2] ?? '' })
    } else if (list.length > 0 && endsWithBreak.test(list.at(-1)?.text ?? '')) {
      const last = list.pop()
      if (last !== undefined) list.push({ ...last, text: `${last.text}\n${line}` })
    } else {
      if (list.length > 0) flush()
      paragraph.push(line)
    }
  }
  flush()
  return blocks
}

function fenced(kind: string, lines: readonly string[]): AdfNode[] {
  if (kind === 'quote') {
    const quoted = blocksOf(lines, false)
    return quoted.length === 0 ? [] : [holding('blockquote', quoted)]
  }
  const text = lines.join('\n')
  return [holding('codeBlock', text === '' ? [] : [textNode(text)])]
}
