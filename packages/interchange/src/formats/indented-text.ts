import { escapeHtml, type NodeStatus } from '@espalier/domain'
import { htmlToLines, linesToHtml } from '../markup/html-text.ts'
import { decodeText } from '../model/file-content.ts'
import { ImportError, type ImportResult, toImportResult } from '../model/import-fault.ts'
import { importDetailTexts } from '../model/import-texts.ts'
import {
  buildParentIndex,
  type InterchangeNode,
  type InterchangeProject,
  nameLinkTargets,
  type ReadOptions,
} from '../model/project.ts'
import { appendAll, cleanOneLine, cleanStoredText, joinWords } from '../model/text.ts'
import { readOutlineLine } from '../outline/read-outline.ts'
import { buildProject, draftNode, type DraftNode } from './draft-node.ts'

interface OpenItem {
  readonly made: DraftNode
  readonly notes: string[]
  readonly indent: number
  readonly textIndent: number
  readonly isItem: boolean
}

interface TextReadState {
  readonly roots: DraftNode[]
  readonly open: OpenItem[]
  readonly all: OpenItem[]
  readonly named: Map<string, DraftNode>
  isAfterBlank: boolean
  isQuoted: boolean
}

const headingRoom = 10
const completeMark = /^\[COMPLETE\]\s*/u
const anchor = /(?:^|\s)\^(n\d+)$/u
const seeAlso = /^See also: .*\^(n\d+)$/u

/**
 * Every line is a node, its indent the level. '>' begins a line of its description; Workflowy's quotes and marks are
 * recognized.
 */
export const readIndentedText = (given: Uint8Array | string, options: ReadOptions = {}): ImportResult =>
  toImportResult(() => {
    const read: TextReadState = { roots: [], open: [], all: [], named: new Map(), isAfterBlank: false, isQuoted: false }
    for (const line of cleanStoredText(decodeText(given)).split(/\r\n?|\n/u)) readTextLine(line, read)
    if (read.roots.length === 0) throw new ImportError('nothing-inside', importDetailTexts.noLines)
    for (const { made, notes } of read.all) setDescription(made, notes, read.named)
    return buildProject({}, read.roots, options)
  })

function setDescription(made: DraftNode, notes: readonly string[], named: ReadonlyMap<string, DraftNode>): void {
  const others = notes.flatMap((note) => seeAlso.exec(note)?.[1] ?? [])
  appendAll(
    made.extraParents,
    others.flatMap((name) => named.get(name) ?? []),
  )
  const words = notes.filter((note) => !seeAlso.test(note)).map((note) => note.replace(/^\\(?=\\*See also: )/u, ''))
  made.body = linesToHtml(words.join('\n'))
}

function readTextLine(line: string, read: TextReadState): void {
  const text = line.trim()
  const above = read.all.at(-1)
  if (above !== undefined && (read.isQuoted || text.startsWith('>') || isQuote(text, above, read))) {
    readNote(text, above, read)
    return
  }
  const found = readOutlineLine(line)
  if (found.kind === 'blank') {
    read.isAfterBlank = true
    return
  }
  const isHeading = found.kind === 'heading'
  const indent = isHeading ? found.level - headingRoom : found.indent
  const textIndent = isHeading ? 0 : found.textIndent
  const isMore = found.kind === 'plain' && above !== undefined && above.isItem && indent >= above.textIndent
  if (isMore) continueItem(found.title, above, read.isAfterBlank)
  else {
    const columns = { indent, textIndent, isItem: found.kind === 'item' }
    const isEscaped = found.kind === 'plain' && found.title.startsWith('\\')
    const isComplete = !isEscaped && completeMark.test(found.title)
    const words = isEscaped ? found.title.slice(1) : found.title.replace(completeMark, '')
    const status = isComplete ? 'done' : isHeading ? undefined : found.status
    addDraft(words, status, columns, read)
  }
  read.isAfterBlank = false
}

/** A Workflowy note is quoted right below its item, and may have several lines. */
const isQuote = (text: string, above: OpenItem, read: TextReadState): boolean =>
  text.startsWith('"') && above.isItem && above.notes.length === 0 && !read.isAfterBlank

function readNote(text: string, above: OpenItem, read: TextReadState): void {
  if (!read.isQuoted && text.startsWith('>')) {
    above.notes.push(text.replace(/^> ?/u, ''))
    return
  }
  const begun = read.isQuoted ? text : text.slice(1)
  read.isQuoted = !begun.endsWith('"')
  above.notes.push(read.isQuoted ? begun : begun.slice(0, -1))
}

function continueItem(words: string, { made, notes }: OpenItem, isAfterBlank: boolean): void {
  if (isAfterBlank) notes.push(words)
  else if (notes.length > 0) notes.push(`${notes.pop()} ${words}`)
  else made.title = joinWords(made.title, escapeHtml(words))
}

function addDraft(
  written: string,
  status: NodeStatus | undefined,
  columns: Pick<OpenItem, 'indent' | 'textIndent' | 'isItem'>,
  read: TextReadState,
): void {
  const name = anchor.exec(written)?.[1]
  const words = written.replace(anchor, '').replace(/(\^n\d+\\*)\\$/u, '$1')
  const made = draftNode({ title: escapeHtml(words), status: status ?? 'todo' })
  if (name !== undefined && !read.named.has(name)) read.named.set(name, made)
  while (read.open.length > 0 && (read.open.at(-1)?.indent ?? 0) >= columns.indent) read.open.pop()
  const siblings = read.open.at(-1)?.made.children ?? read.roots
  siblings.push(made)
  const opened = { made, notes: [], ...columns }
  read.open.push(opened)
  read.all.push(opened)
}

const boxes: Readonly<Record<NodeStatus, string>> = { todo: '', progress: '[/] ', done: '[x] ' }
const looksLikeMark =
  /^(?:\\|\[(?:[ xX/-]|COMPLETE)\]|>|#{1,6}(?:\s|$)|[-*+\u2022](?:\s|$)|\d{1,9}[.)](?:\s|$)|[-*_=]{3,}$|$)/u

/** Writes one line per node, indented by tabs, as plain text. */
export function writeIndentedText(project: InterchangeProject): string {
  const family = buildParentIndex(project)
  const names = nameLinkTargets(family)
  const lines: string[] = []
  for (const { node, depth } of family.walk()) {
    const indent = '\t'.repeat(depth)
    const name = names.get(node.id)
    lines.push(`${indent}${boxes[node.status]}${formatTitle(node)}${name === undefined ? '' : ` ^${name}`}`)
    for (const note of formatNotes(node)) lines.push(`${indent}\t> ${note}`.trimEnd())
    for (const other of family.extraParents(node)) {
      lines.push(`${indent}\t> See also: ${cleanOneLine(htmlToLines(other.title))} ^${names.get(other.id)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

function formatTitle(node: InterchangeNode): string {
  const words = cleanOneLine(htmlToLines(node.title))
  const ended = /(?:^|\s)\^n\d+\\*$/u.test(words) ? `${words}\\` : words
  return looksLikeMark.test(ended) ? `\\${ended}` : ended
}

const formatNotes = ({ body }: InterchangeNode): readonly string[] =>
  body === ''
    ? []
    : cleanStoredText(htmlToLines(body))
        .split('\n')
        .map((line) => (/^\\*See also: .*\^n\d+$/u.test(line) ? `\\${line}` : line))
