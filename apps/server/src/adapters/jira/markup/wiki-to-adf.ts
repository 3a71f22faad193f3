import { isAllowedHref } from '@espalier/domain'

import {
  createAdfDocument,
  createAdfNode,
  normalizeInline,
  normalizeMarks,
  createTextNode,
  type AdfDocument,
  type AdfMark,
  type AdfNode,
} from './adf.ts'

const markBySign: Readonly<Record<string, AdfMark>> = {
  '*': { type: 'strong' },
  _: { type: 'em' },
  '+': { type: 'underline' },
  '-': { type: 'strike' },
  '^': { type: 'subsup', attrs: { type: 'sup' } },
  '~': { type: 'subsup', attrs: { type: 'sub' } },
}

// No opening sign is part of an earlier opening: a text of nothing but opening signs is read once, not once for each
// sign.
const inlinePattern = new RegExp(
  [
    String.raw`(?<break>\\\\\n?|\n)`,
    String.raw`\\(?<sign>[\\{}[\]*_+^~!|\-#])`,
    String.raw`(?<macro>\{[a-z]+(?::[^{}\n]*)?\}|\[[~^][^[\]\n]+\])`,
    String.raw`(?<bar>\|{1,2})`,
    String.raw`\{\{(?<code>(?:\\.|\{(?!\{)|[^\\\n{])+?)\}\}`,
    String.raw`\{(?<brace>[*_+^~-])\}`,
    String.raw`\[(?:(?<label>(?:\\.|[^\\[\]|\n])*)\|)?(?<href>[^[\]|\n]+)\]`,
    String.raw`!(?<file>[^!\n|]+)(?:\|[^!\n]*)?!`,
    String.raw`(?<=^|[\s(])(?<open>[*_+-])(?=\S)`,
    String.raw`(?<=\S)(?<close>[*_+-])(?=$|[\s).,;:!?])`,
  ].join('|'),
  'g',
)

/** Wiki text without an ADF counterpart: it is shown literally and written back unchanged. */
const wikiText = (text: string, source: string): AdfNode => ({ type: 'wikiText', attrs: { text, source } })

/** A bare line break is written back as one: rows of a table must not end in a forced break. */
const lineBreak = (source: string): AdfNode =>
  source === '\n' ? { type: 'hardBreak', attrs: { source } } : { type: 'hardBreak' }

const unescapeWiki = (text: string): string => text.replaceAll(/\\([\\{}[\]*_+^~!|\-#])/g, '$1')

/** Parses a line's text and marks. A mark that is never closed is literal text. */
function parseInline(text: string, outer: readonly AdfMark[] = []): AdfNode[] {
  const nodes: AdfNode[] = []
  const on = new Set<string>()
  const add = (piece: string): void => {
    const marks = [...on].flatMap((sign) => markBySign[sign] ?? [])
    if (piece !== '') nodes.push(createTextNode(piece, normalizeMarks([...outer, ...marks])))
  }
  const closes = findClosingSigns(text)
  let at = 0
  let lineStart = 0
  for (const found of text.matchAll(inlinePattern)) {
    const { groups = {} } = found
    add(text.slice(at, found.index))
    at = found.index + found[0].length
    if (groups['break'] !== undefined) {
      nodes.push(lineBreak(found[0]))
      if (found[0].endsWith('\n')) lineStart = at
    } else if (groups['sign'] !== undefined) add(groups['sign'])
    else if (groups['code'] !== undefined) {
      nodes.push(createTextNode(unescapeWiki(groups['code']), normalizeMarks([...outer, { type: 'code' }])))
    } else if (groups['href'] !== undefined)
      nodes.push(...toLinkNodes(groups['href'], groups['label'], outer, found[0]))
    else if (groups['file'] !== undefined) nodes.push(wikiText('[attachment]', found[0]))
    else if (groups['macro'] !== undefined) nodes.push(wikiText(found[0], found[0]))
    else if (groups['bar'] !== undefined) {
      // Bars form a table only in lines that begin with one.
      if (text[lineStart] === '|') nodes.push(wikiText(found[0], found[0]))
      else add(found[0])
    } else switchMark(on, groups, { text, at, closes, add })
  }
  add(text.slice(at))
  return nodes
}

interface MarkSwitch {
  readonly text: string
  readonly at: number
  closes(sign: string, at: number): boolean
  add(piece: string): void
}

function switchMark(
  on: Set<string>,
  groups: Record<string, string | undefined>,
  { text, at, closes, add }: MarkSwitch,
): void {
  const { brace, open, close } = groups
  const sign = brace ?? open ?? close ?? ''
  if (on.has(sign) && open === undefined) on.delete(sign)
  else if (brace !== undefined && text.includes(`{${sign}}`, at)) on.add(sign)
  else if (open !== undefined && closes(sign, at)) on.add(sign)
  else if (brace === undefined) add(sign)
}

/** Whether a sign is closed on the same line. Each text is searched once per sign, not once per opening. */
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

function toLinkNodes(href: string, label: string | undefined, outer: readonly AdfMark[], whole: string): AdfNode[] {
  const address = href.trim()
  if (!isAllowedHref(address))
    return [createTextNode(label === undefined ? whole : unescapeWiki(label), normalizeMarks(outer))]
  const marks = [...outer, { type: 'link', attrs: { href: address } }]
  return label === undefined ? [createTextNode(address, normalizeMarks(marks))] : parseInline(label, marks)
}

const toParagraph = (lines: readonly string[]): AdfNode =>
  createAdfNode('paragraph', normalizeInline(parseInline(lines.join('\n'))))

interface ListLine {
  readonly signs: string
  readonly text: string
}

/** Lines with the same prefix form one list; longer prefixes nest below the previous line. */
function toWikiLists(lines: readonly ListLine[], depth: number): AdfNode[] {
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
    createAdfNode(
      type,
      items.map(({ first, under }) =>
        createAdfNode('listItem', [toParagraph([first]), ...toWikiLists(under, depth + 1)]),
      ),
    ),
  )
}

const opensFence = /^\{(quote|noformat|code)(?::[^}]*)?\}/
const listLine = /^\s*([*#]+|-)\s+(.*)$/
const endsWithBreak = /\\\\$/

/** A block and the lines of wiki text that it was read from. */
export interface WikiPart {
  readonly block: AdfNode
  readonly from: number
  readonly to: number
}

/** Converts the commonly used part of Data Center's wiki text; unknown markup stays literal. */
export const wikiToAdf = (wiki: string): AdfDocument => createAdfDocument(parseWiki(wiki).map(({ block }) => block))

export const splitWikiLines = (wiki: string): string[] => wiki.split('\n')

export const parseWiki = (wiki: string): WikiPart[] =>
  parseWikiParts(
    splitWikiLines(wiki).map((line) => line.replace(/\r$/, '')),
    true,
  )

interface Fence {
  readonly kind: string
  readonly opening: string
  readonly lines: readonly string[]
  /** The index of the closing line. */
  readonly end: number
}

/** A fence may open and close on one line, and its text may begin or end on the lines of its marks. */
function readFence(lines: readonly string[], at: number, unclosed: Set<string>): Fence | null {
  const line = lines[at] ?? ''
  const [opening, kind] = opensFence.exec(line) ?? []
  if (opening === undefined || kind === undefined || unclosed.has(kind)) return null
  const closing = `{${kind}}`
  const first = line.slice(opening.length)
  const closesOn = (text: string): boolean => text.trimEnd().endsWith(closing)
  let end = at
  if (!closesOn(first)) for (end += 1; end < lines.length && !closesOn(lines[end] ?? ''); end += 1);
  if (end >= lines.length) {
    // No later line closes this kind, so the search need not be repeated.
    unclosed.add(kind)
    return null
  }
  const last = (end === at ? first : (lines[end] ?? '')).trimEnd().slice(0, -closing.length)
  const inner = end === at ? [last] : [first, ...lines.slice(at + 1, end), last]
  const isEdge = (index: number): boolean => index === 0 || index === inner.length - 1
  return { kind, opening, lines: inner.filter((text, index) => !isEdge(index) || text.trim() !== ''), end }
}

const isOrdered = ({ signs }: ListLine): boolean => signs.startsWith('#')

function parseWikiParts(lines: readonly string[], mayQuote: boolean): WikiPart[] {
  const parts: WikiPart[] = []
  const unclosed = new Set(mayQuote ? [] : ['quote'])
  let paragraph: string[] = []
  let list: ListLine[] = []
  const flush = (to: number): void => {
    const blocks = paragraph.length > 0 ? [toParagraph(paragraph)] : list.length > 0 ? toWikiLists(list, 0) : []
    const from = parts.at(-1)?.to ?? 0
    for (const [index, block] of blocks.entries()) parts.push({ block, from: index === 0 ? from : to, to })
    paragraph = []
    list = []
  }
  const push = (blocks: readonly AdfNode[], to: number): void => {
    const from = parts.at(-1)?.to ?? 0
    for (const block of blocks) parts.push({ block, from, to })
  }
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = readFence(lines, at, unclosed)
    const item = listLine.exec(line)
    const heading = /^h([1-6])\.\s*(.*)$/.exec(line)
    if (fence !== null && (fence.kind !== 'quote' || (mayQuote && fence.lines.some((text) => text.trim() !== '')))) {
      flush(at)
      push(toFencedBlocks(fence), fence.end + 1)
      at = fence.end
    } else if (line.trim() === '') flush(at)
    else if (/^-{4,}\s*$/.test(line) && mayQuote) {
      flush(at)
      push([{ type: 'rule' }], at + 1)
    } else if (heading !== null && mayQuote) {
      flush(at)
      const content = normalizeInline(parseInline(heading[2] ?? ''))
      push([createAdfNode('heading', content, { level: Number(heading[1]) })], at + 1)
    } else if (item !== null) {
      const next = { signs: item[1] ?? '*', text: item[2] ?? '' }
      const isOther = next.signs.length === 1 && list[0] !== undefined && isOrdered(list[0]) !== isOrdered(next)
      if (paragraph.length > 0 || isOther) flush(at)
      list.push(next)
    } else if (list.length > 0 && endsWithBreak.test(list.at(-1)?.text ?? '')) {
      const last = list.pop()
      if (last !== undefined) list.push({ ...last, text: `${last.text}\n${line}` })
    } else {
      if (list.length > 0) flush(at)
      paragraph.push(line)
    }
  }
  flush(lines.length)
  return parts
}

function toFencedBlocks({ kind, opening, lines }: Fence): AdfNode[] {
  if (kind === 'quote') {
    const quoted = parseWikiParts(lines, false).map(({ block }) => block)
    return quoted.length === 0 ? [] : [createAdfNode('blockquote', quoted)]
  }
  const text = lines.join('\n')
  const attrs = kind === 'code' ? { fence: opening } : undefined
  return [createAdfNode('codeBlock', text === '' ? [] : [createTextNode(text)], attrs)]
}
