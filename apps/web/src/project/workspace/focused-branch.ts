import { getDescendantIds, type NodeId } from '@espalier/domain'
import type { NodeRecord, ProjectClient } from '@espalier/sync'
import type { FocusedBranch, NodeMatches, ProjectWorkspace } from './project-workspace.ts'

/** Shows one branch alone, in every view; null or a deleted node: everything. */
export function focusBranch({ client, matches, map }: ProjectWorkspace, topId: NodeId | null): void {
  if (topId === getFocusedId(matches.get())) return
  const isLiving = topId !== null && client.node(topId) !== undefined
  const branch = isLiving ? { topId, ids: getDescendantIds(client.graph, topId).add(topId) } : undefined
  // The filter box limits its matches to the branch when it sees the new one.
  matches.set({ ...matches.get(), branch, shown: branch?.ids ?? null })
  if (isLiving) map.reveal(topId, { isCentred: true })
}

/** Returns the top of the branch that is shown alone; null: everything is shown. */
export const getFocusedId = ({ branch }: NodeMatches): NodeId | null => branch?.topId ?? null

/** Deleted, the top of the branch would leave an empty view behind. */
export function leaveDeletedBranch(workspace: ProjectWorkspace, ids: readonly NodeId[]): void {
  if (ids.includes(getFocusedId(workspace.matches.get()) ?? '')) focusBranch(workspace, null)
}

/** Lists the nodes that filters and folds may hide: those of the focused branch, else all. */
export const listFocusedNodes = (
  client: Pick<ProjectClient, 'node' | 'nodes'>,
  branch: FocusedBranch | undefined,
): readonly NodeRecord[] =>
  branch === undefined ? [...client.nodes()] : [...branch.ids].flatMap((id) => client.node(id) ?? [])
