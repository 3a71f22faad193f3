import { escapeHtml, type NodeStatus } from '@espalier/domain'
import { append } from './append.ts'
import { decodeText } from './decode-text.ts'
import { familyOf, linkNames } from './family.ts'
import { type ImportResult, reading, Refused } from './fault.ts'
import { linesOf, paragraphsOf } from './html/lines.ts'
import type { InterchangeNode, InterchangeProject, ReadOptions } from './model.ts'
import { readLine } from './outline-line.ts'
import { projectFrom, sprout, type Sprout } from './sprout.ts'
import { oneLine, storable } from './storable.ts'

interface Open {
  readonly made: Sprout
  readonly notes: string[]
  readonly indent: number
  readonly textIndent: number
  readonly isItem: boolean
}

interface Reading {
  readonly roots: Sprout[]
  readonly open: Open[]
  readonly all: Open[]
  readonly named: Map<string, Sprout>
  isAfterBlank: boolean
  isQuoted: boolean
}

const headingRoom = 10
const complete = /^\[COMPLETE\]\s*/u
const anchor = /(?:^|\s)\^(n\d+)$/u
const seeAlso = /^See also: .*\^(n\d+)$/u

/** A line is a node, its indent the level. '>' begins a line of its description; Workflowy's quotes and marks are known. */
export const readIndentedText = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  reading(() => {
    const read: Reading = { roots: [], open: [], all: [], named: new Map(), isAfterBlank: false, isQuoted: false }
    for (const line of storable(decodeText(given)).split(/\r\n?|\n/u)) takeLine(line, read)
    if (read.roots.length === 0) throw new Refused('nothing-inside', 'the text has no lines')
    for (const { made, notes } of read.all) describe(made, notes, read.named)
    return projectFrom({}, read.roots, options)
  })

function describe(made: Sprout, notes: readonly string[], named: ReadonlyMap<string, Sprout>): void {
  const others = notes.flatMap((note) => seeAlso.exec(note)?.[1] ?? [])
  append(
    made.alsoUnder,
    others.flatMap((name) => named.get(name) ?? []),
  )
  const words = notes.filter((note) => !seeAlso.test(note)).map((note) => note.replace(/^\\(?=\\*See also: )/u, ''))
  made.body = paragraphsOf(words.join('\n'))
}

function takeLine(line: string, read: Reading): void {
  const text = line.trim()
  const above = read.all.at(-1)
  if (above !== undefined && (read.isQuoted || text.startsWith('>') || isQuote(text, above, read))) {
    takeNote(text, above, read)
    return
  }
  const found = readLine(line)
  if (found.kind === 'blank') {
    read.isAfterBlank = true
    return
  }
  const isHeading = found.kind === 'heading'
  const indent = isHeading ? found.level - headingRoom : found.indent
  const textIndent = isHeading ? 0 : found.textIndent
  const isMore = found.kind === 'plain' && above !== undefined && above.isItem && indent >= above.textIndent
  if (isMore) goOn(found.title, above, read.isAfterBlank)
  else {
    const place = { indent, textIndent, isItem: found.kind === 'item' }
    const isEscaped = found.kind === 'plain' && found.title.startsWith('\\')
    const isComplete = !isEscaped && complete.test(found.title)
    const words = isEscaped ? found.title.slice(1) : found.title.replace(complete, '')
    const status = isComplete ? 'done' : isHeading ? undefined : found.status
    add(words, status, place, read)
  }
  read.isAfterBlank = false
}

/** A note of Workflowy stands in quotes right below its item, and may have several lines. */
const isQuote = (text: string, above: Open, read: Reading): boolean =>
  text.startsWith('"') && above.isItem && above.notes.length === 0 && !read.isAfterBlank

function takeNote(text: string, above: Open, read: Reading): void {
  if (!read.isQuoted && text.startsWith('>')) {
    above.notes.push(text.replace(/^> ?/u, ''))
    return
  }
  const begun = read.isQuoted ? text : text.slice(1)
  read.isQuoted = !begun.endsWith('"')
  above.notes.push(read.isQuoted ? begun : begun.slice(0, -1))
}

function goOn(words: string, { made, notes }: Open, isAfterBlank: boolean): void {
  if (isAfterBlank) notes.push(words)
  else if (notes.length > 0) notes.push(`${notes.pop()} ${words}`)
  else made.title = `${made.title} ${escapeHtml(words)}`.trim()
}

function add(
  written: string,
  status: NodeStatus | undefined,
  place: Pick<Open, 'indent' | 'textIndent' | 'isItem'>,
  read: Reading,
): void {
  const name = anchor.exec(written)?.[1]
  const words = written.replace(anchor, '').replace(/(\^n\d+\\*)\\$/u, '$1')
  const made = sprout({ title: escapeHtml(words), status: status ?? 'todo' })
  if (name !== undefined && !read.named.has(name)) read.named.set(name, made)
  while (read.open.length > 0 && (read.open.at(-1)?.indent ?? 0) >= place.indent) read.open.pop()
  const siblings = read.open.at(-1)?.made.children ?? read.roots
  siblings.push(made)
  const opened = { made, notes: [], ...place }
  read.open.push(opened)
  read.all.push(opened)
}

const boxes: Readonly<Record<NodeStatus, string>> = { todo: '', progress: '[/] ', done: '[x] ' }
const likeAMark =
  /^(?:\\|\[(?:[ xX/-]|COMPLETE)\]|>|#{1,6}(?:\s|$)|[-*+\u2022](?:\s|$)|\d{1,9}[.)](?:\s|$)|[-*_=]{3,}$|$)/u

/** A line a node, indented by tabs, as plain text. */
export function writeIndentedText(project: InterchangeProject): string {
  const family = familyOf(project)
  const names = linkNames(family)
  const lines: string[] = []
  for (const { node, depth } of family.walk()) {
    const indent = '\t'.repeat(depth)
    const name = names.get(node.id)
    lines.push(`${indent}${boxes[node.status]}${titleOf(node)}${name === undefined ? '' : ` ^${name}`}`)
    for (const note of notesOf(node)) lines.push(`${indent}\t> ${note}`.trimEnd())
    for (const other of family.extraParentsOf(node)) {
      lines.push(`${indent}\t> See also: ${oneLine(linesOf(other.title))} ^${names.get(other.id)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function titleOf(node: InterchangeNode): string {
  const words = oneLine(linesOf(node.title))
  const ended = /(?:^|\s)\^n\d+\\*$/u.test(words) ? `${words}\\` : words
  return likeAMark.test(ended) ? `\\${ended}` : ended
}

const notesOf = ({ body }: InterchangeNode): readonly string[] =>
  body === ''
    ? []
    : storable(linesOf(body))
        .split('\n')
        .map((line) => (/^\\*See also: .*\^n\d+$/u.test(line) ? `\\${line}` : line))
