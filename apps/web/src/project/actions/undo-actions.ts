import type { NodeId } from '@espalier/domain'
import type { Edited } from '@espalier/sync'
import { actionTexts } from '../../texts/actions.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { acceptedOrNotify, isCanvasFocused, type WorkspaceAction } from './action.ts'

/**
 * Reveals the nodes that came back or changed, or the parent of a removed one. A toolbar button keeps the focus so that
 * it can be pressed again.
 */
function stepHistoryAndReveal(
  workspace: ProjectWorkspace,
  travel: () => Edited<readonly NodeId[]>,
  announcement: string,
): void {
  const { client, selection } = workspace
  const { ids: selected, current } = selection.get()
  const above = client.node(current ?? '')?.parentIds[0]
  const before = new Map(Array.from(client.nodes(), ({ id, parentIds }) => [id, parentIds]))
  const travelled = travel()
  if (!acceptedOrNotify(workspace, travelled)) return
  workspace.map.announce(announcement)
  const isThere = (id: NodeId): boolean => client.node(id) !== undefined
  const living = excludeFollowers(workspace, travelled.value.filter(isThere), before)
  if (living.length === 0 && above !== undefined && !isThere(current ?? '')) living.push(above)
  const stillSelected = living.filter((id) => selected.has(id))
  const shown = stillSelected.length > 0 ? stillSelected : living
  const [first] = shown
  if (first === undefined) {
    // Only the layout direction has changed.
    if (current !== null && isThere(current)) workspace.map.reveal(current)
    return
  }
  selection.set({ ids: new Set(shown), current: current !== null && stillSelected.includes(current) ? current : first })
  const standing = selection.get().current ?? first
  if (isCanvasFocused()) workspace.map.focus(standing)
  else workspace.map.reveal(standing)
}

/**
 * Omits nodes that are or were below another one of these: a node that was moved alone takes its children along when it
 * comes back, and a selection of all of them would be dragged as one.
 */
function excludeFollowers(
  { client }: ProjectWorkspace,
  ids: readonly NodeId[],
  before: ReadonlyMap<NodeId, readonly NodeId[]>,
): NodeId[] {
  const all = new Set(ids)
  const isBelow = (parentIds: readonly NodeId[] = []): boolean => parentIds.some((id) => all.has(id))
  return ids.filter((id) => !isBelow(before.get(id)) && !isBelow(client.node(id)?.parentIds))
}

export const undoAction: WorkspaceAction = {
  id: 'history.undo',
  shortcuts: [{ key: 'z', isCommand: true }],
  isEdit: true,
  isScreenWide: true,
  isAvailable: (workspace) => workspace.client.canUndo.get(),
  run: (workspace) => stepHistoryAndReveal(workspace, () => workspace.client.edits.undo(), actionTexts.undone),
}

export const redoAction: WorkspaceAction = {
  id: 'history.redo',
  shortcuts: [
    { key: 'z', isCommand: true, isShift: true },
    { key: 'y', isCommand: true, isAlias: true },
  ],
  isEdit: true,
  isScreenWide: true,
  isAvailable: (workspace) => workspace.client.canRedo.get(),
  run: (workspace) => stepHistoryAndReveal(workspace, () => workspace.client.edits.redo(), actionTexts.redone),
}
