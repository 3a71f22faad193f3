import type { HistoryFields, HistoryNode } from '../../database/change-log.ts'
import type { SummarizedChange } from '../../database/read-change-log.ts'
import type { Branch } from '../projects/index.ts'

/**
 * Cuts the rows of one write down to what a program with a token for one branch may know: the nodes of the branch,
 * without the parents and blockers outside. A list without entries: nothing of it is in the branch.
 */
export function cutWrite(branch: Branch, rows: readonly SummarizedChange[]): readonly (readonly SummarizedChange[])[] {
  const cut = rows.flatMap((row) => cutRow(branch, row) ?? [])
  return cut.length === 0 ? [] : [cut]
}

function cutRow(branch: Branch, { project: _project, ...row }: SummarizedChange): SummarizedChange | null {
  const nodes = row.nodes.filter(({ id }) => branch.ids.has(id)).map((node) => cutNode(branch, node))
  const nodeIds = row.nodeIds.filter((id) => branch.ids.has(id))
  if (nodeIds.length === 0) return null
  const created = nodes.filter(({ before }) => before === null).length
  // The stored numbers count what is outside as well, so those of the shown nodes take their place.
  return {
    ...row,
    kind: row.kind === 'project-updated' || row.kind === 'project-created' ? 'nodes-updated' : row.kind,
    nodes,
    nodeIds,
    created,
    deleted: nodes.filter(({ after }) => after['isDeleted'] === true).length,
    changed: Math.max(nodes.length, nodeIds.length) - created,
    // An undo concerns the whole write.
    isKept: false,
    undoes: null,
  }
}

const cutNode = (branch: Branch, { id, before, after }: HistoryNode): HistoryNode => ({
  id,
  before: before && cutFields(branch, before),
  after: cutFields(branch, after),
})

const linkFields = ['parentIds', 'blockedByIds']

const cutFields = (branch: Branch, fields: HistoryFields): HistoryFields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      linkFields.includes(name) && Array.isArray(value)
        ? value.filter((id: unknown) => typeof id === 'string' && branch.ids.has(id))
        : (value as unknown),
    ]),
  )
