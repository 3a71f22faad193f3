import { type Branch, type NodeStatus, toPlainText } from '@espalier/domain'

const needsEscape = /^(?:\\|\[[ xX/-]\](?:\s|$))/u

/** A title that begins like a mark of the outline would come back without it. */
const escapeMark = (title: string): string => (needsEscape.test(title) ? `\\${title}` : title)

const boxes: Readonly<Record<NodeStatus, string>> = { todo: '[ ] ', progress: '[/] ', done: '[x] ' }

/** A Markdown list of plain titles, with the statuses that are given. `branchesOf` reads the same back. */
export function formatOutline(branches: readonly Branch[]): string {
  const lines: string[] = []
  const waiting = branches.toReversed().map((branch) => ({ branch, level: 0 }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { branch, level } = next
    const box = branch.status === undefined ? '' : boxes[branch.status]
    lines.push(`${'  '.repeat(level)}- ${box}${escapeMark(toPlainText(branch.title))}`.trimEnd())
    for (const child of branch.children.toReversed()) waiting.push({ branch: child, level: level + 1 })
  }
  return lines.join('\n')
}
