import { toPlainText } from '@espalier/domain'
import type { AncestorRow } from './store.ts'

const mostGoals = 5

/**
 * Returns the titles on each way from a root down to the node, at most five ways, first those through primary parents.
 * A parent that was not read is deleted, so that a way begins below it.
 */
export function findGoals(ancestors: ReadonlyMap<string, AncestorRow>, nodeId: string): readonly (readonly string[])[] {
  const goals: string[][] = []
  const path: string[] = []
  const climb = (id: string): void => {
    const node = ancestors.get(id)
    if (node === undefined || goals.length === mostGoals || path.includes(id)) return
    path.push(id)
    const parentIds = node.parentIds.filter((parentId) => ancestors.has(parentId))
    if (parentIds.length === 0)
      goals.push(path.toReversed().map((step) => toPlainText(ancestors.get(step)?.title ?? '')))
    for (const parentId of parentIds) climb(parentId)
    path.pop()
  }
  climb(nodeId)
  return goals
}
