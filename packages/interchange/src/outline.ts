import { type Branch, escapeHtml, type NodeStatus } from '@espalier/domain'
import { type OutlineLine, readOutlineLine, collapseSpaces } from './outline-line.ts'
import { cleanStoredText } from './storable.ts'

interface DraftBranch {
  title: string
  status?: NodeStatus
  body: string[]
  readonly children: DraftBranch[]
}

interface OpenBranch {
  readonly branch: DraftBranch
  /** Headings stand left of every column. */
  readonly indent: number
  readonly textIndent: number
  readonly isItem: boolean
}

/**
 * The branches of an indented text, a Markdown list or plain lines. Headings are levels, `[ ]`, `[/]` and `[x]` are statuses, a
 * paragraph inside an item is its description. Nothing of it is taken for HTML. One pass, O(length).
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

/** Whether a line only says more of the item above; then it is added to it. */
function appendContinuation(line: OutlineLine, above: OpenBranch | undefined, isAfterBlank: boolean): boolean {
  if (line.kind !== 'plain' || above === undefined || !above.isItem || line.indent < above.textIndent) return false
  const { branch } = above
  if (isAfterBlank) branch.body.push(line.title)
  else if (branch.body.length > 0) branch.body.push(`${branch.body.pop()} ${line.title}`)
  else branch.title = collapseSpaces(`${branch.title} ${line.title}`)
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

/** Each branch after those below it, without recursion: a text may be as deep as it is long. */
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
