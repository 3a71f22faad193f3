import { type Branch, type NodeStatus, toPlainText } from '@espalier/domain'

const needsEscape = /^(?:\\|\[[ xX/-]\](?:\s|$))/u

/** A title that begins like an outline mark would lose it on import. */
const escapeMark = (title: string): string => (needsEscape.test(title) ? `\\${title}` : title)

const boxes: Readonly<Record<NodeStatus, string>> = { todo: '[ ] ', progress: '[/] ', done: '[x] ' }

/** Writes a Markdown list of plain titles with their statuses. `parseOutline` reads the same back. */
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
