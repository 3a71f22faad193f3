import type { GraphView } from '@espalier/domain'
import { ApiError } from '../../api/errors.ts'
import { readProjectIdsByNode, type SqlClient } from '../../database/nodes.ts'
import { tokenTexts } from '../../texts/access-tokens.ts'
import { nodeNotFoundError } from '../nodes/index.ts'
import type { Branch, ProjectWrite } from '../projects/index.ts'
import { listNamedNodes } from './judge-changes.ts'
import type { ProposalRow, StoredChange } from './store.ts'

/**
 * Returns whether everything that a proposal names is in a branch. Nodes that it creates are, as long as they do not
 * exist: an id that is used elsewhere must not make a node there part of the proposal.
 */
export async function isProposalInBranch(
  db: SqlClient,
  branch: Branch | null,
  { changes }: Pick<ProposalRow, 'changes'>,
): Promise<boolean> {
  if (branch === null) return true
  const created = changes.flatMap(({ op, nodeId }) => (op === 'create' ? nodeId : []))
  const used = await readProjectIdsByNode(db, created)
  const isInside = (id: string): boolean => branch.ids.has(id) || (created.includes(id) && !used.has(id))
  return changes.every((change) => isInside(change.nodeId) && listNamedNodes(change).every(isInside))
}

/**
 * Throws if a program with a token for one branch proposes something about nodes outside, which are answered like
 * unknown ones, or something that would lead out of the branch.
 */
export async function requireProposalInBranch(write: ProjectWrite, changes: readonly StoredChange[]): Promise<void> {
  const { branch, tx } = write
  if (branch === null) return
  if (!(await isProposalInBranch(tx.client, branch, { changes }))) throw nodeNotFoundError()
  const graph = await write.graph()
  if (changes.some((change) => leadsOutside(branch, graph, change)))
    throw new ApiError('FORBIDDEN', tokenTexts.oneBranch)
}

/** The top of the branch stays in its place, and so does what is below others too: the program does not see these. */
function leadsOutside(branch: Branch, graph: GraphView, { op, nodeId, data }: StoredChange): boolean {
  const isOutside = (id: string): boolean => !branch.ids.has(id)
  const hasHiddenParent = (id: unknown): boolean =>
    id === branch.rootId || (typeof id === 'string' && graph.node(id)?.parentIds.some(isOutside) === true)
  const { parentId, parentIds, childId, isDeleted, blockedByIds } = data
  const hasParents = parentId != null || (Array.isArray(parentIds) && parentIds.length > 0)
  const child = typeof childId === 'string' ? childId.toLowerCase() : null
  if (op === 'create') return !hasParents && (child === null || hasHiddenParent(child))
  if (nodeId === branch.rootId && (op === 'delete' || isDeleted === true)) return true
  const setsParents = parentId !== undefined || parentIds != null
  if (setsParents && (!hasParents || hasHiddenParent(nodeId))) return true
  return blockedByIds != null && graph.node(nodeId)?.blockedByIds.some(isOutside) === true
}
