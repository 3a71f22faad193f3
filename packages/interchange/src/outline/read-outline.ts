import { type Branch, escapeHtml, type NodeStatus } from '@espalier/domain'
import { cleanStoredText, joinWords } from '../model/text.ts'

/** One classified line of an outline. */
type OutlineLine =
  | { readonly kind: 'blank' }
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | {
      readonly kind: 'item' | 'plain'
      /** The column where it begins. */
      readonly indent: number
      /** The column where its text begins: lines indented as far belong to the same item. */
      readonly textIndent: number
      readonly title: string
      readonly status: NodeStatus | undefined
    }

const tabColumns = 4
const heading = /^ {0,3}(#{1,6})(?:\s+(.*))?$/u
const marker = /^(?:[-*+\u2022]|\d{1,9}[.)])(?:\s+|$)/u
/** Matches `[ ]`, `[x]`, `[/]` or `[-]` before a title. */
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
  if (signs !== undefined)
    return { kind: 'heading', level: signs.length, title: collapseSpaces(stripClosingSigns(words)) }
  const indent = countColumns(line.slice(0, line.length - line.trimStart().length))
  const sign = marker.exec(text)?.[0]
  const rest = text.slice(sign?.length ?? 0)
  const box = checkbox.exec(rest)
  const lineText = rest.slice(box?.[0].length ?? 0)
  return {
    kind: sign === undefined ? 'plain' : 'item',
    indent,
    textIndent: indent + (sign?.trimEnd().length ?? -1) + 1,
    title: collapseSpaces(sign === undefined ? lineText : unescapeMark(lineText)),
    status: box === null ? undefined : checkedStatus[box[1] ?? ''],
  }
}

/** A heading may be closed by its own marks. It is scanned from the end, because a pattern would try every blank. */
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

const collapseSpaces = (text: string): string => text.replace(/\s+/gu, ' ').trim()

const unescapeMark = (text: string): string => (/^\\[\\[]/u.test(text) ? text.slice(1) : text)

interface DraftBranch {
  title: string
  status?: NodeStatus
  body: string[]
  readonly children: DraftBranch[]
}

interface OpenBranch {
  readonly branch: DraftBranch
  /** Headings are left of every column. */
  readonly indent: number
  readonly textIndent: number
  readonly isItem: boolean
}

/**
 * Parses an indented text, a Markdown list or plain lines into branches. Headings are levels, `[ ]`, `[/]` and `[x]`
 * are statuses, a paragraph inside an item is its description. Nothing is read as HTML. One pass, O(length).
 */
export function parseOutline(text: string): readonly Branch[] {
  const root: DraftBranch = { title: '', body: [], children: [] }
  const open: OpenBranch[] = []
  let isAfterBlank = false
  for (const written of cleanStoredText(text).split(/\r\n?|\n/u)) {
    const line = readOutlineLine(written)
    if (line.kind !== 'blank' && !appendContinuation(line, open.at(-1), isAfterBlank)) addBranch(line, open, root)
    isAfterBlank = line.kind === 'blank'
  }
  return root.children.map(finishBranch)
}

/** Appends a line that continues the item above; returns false when it does not. */
function appendContinuation(line: OutlineLine, above: OpenBranch | undefined, isAfterBlank: boolean): boolean {
  if (line.kind !== 'plain' || above === undefined || !above.isItem || line.indent < above.textIndent) return false
  const { branch } = above
  if (isAfterBlank) branch.body.push(line.title)
  else if (branch.body.length > 0) branch.body.push(`${branch.body.pop()} ${line.title}`)
  else branch.title = joinWords(branch.title, line.title)
  return true
}

function addBranch(line: Exclude<OutlineLine, { kind: 'blank' }>, open: OpenBranch[], root: DraftBranch): void {
  const branch: DraftBranch = { title: line.title, body: [], children: [] }
  if (line.kind !== 'heading' && line.status !== undefined) branch.status = line.status
  const indent = line.kind === 'heading' ? line.level - headingRoom : line.indent
  while (open.length > 0 && (open.at(-1)?.indent ?? 0) >= indent) open.pop()
  const above = open.at(-1)?.branch ?? root
  above.children.push(branch)
  const textIndent = line.kind === 'heading' ? 0 : line.textIndent
  open.push({ branch, indent, textIndent, isItem: line.kind === 'item' })
}

/** More than there are levels of headings. */
const headingRoom = 10

/** Finishes each branch after its children without recursion, because a text may be as deep as it is long. */
function finishBranch(top: DraftBranch): Branch {
  const made = new Map<DraftBranch, Branch>()
  const waiting = [{ branch: top, isReady: false }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { branch, isReady } = next
    if (isReady) {
      made.set(branch, buildBranch(branch, made))
      continue
    }
    waiting.push({ branch, isReady: true })
    for (const child of branch.children) waiting.push({ branch: child, isReady: false })
  }
  return made.get(top) ?? buildBranch(top, made)
}

const buildBranch = (branch: DraftBranch, made: ReadonlyMap<DraftBranch, Branch>): Branch => ({
  title: escapeHtml(branch.title),
  ...(branch.body.length > 0 && { body: branch.body.map((words) => `<p>${escapeHtml(words)}</p>`).join('') }),
  ...(branch.status !== undefined && { status: branch.status }),
  children: branch.children.flatMap((child) => made.get(child) ?? []),
})
