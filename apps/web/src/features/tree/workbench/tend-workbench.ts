import type { ProjectWorkspace } from './workbench.ts'

/** Lets go of nodes that are gone, so that nothing stays selected or open that is no longer there. */
export function watchDeletedNodes(workspace: ProjectWorkspace): () => void {
  let isDue = false
  // Whoever may edit now folds for everybody, and sees what is stored.
  const stopForgetting = workspace.board.canEdit.subscribe(() => {
    if (workspace.board.canEdit.get() && workspace.ownFolds.get().size > 0) workspace.ownFolds.set(new Map())
  })
  const stopListening = workspace.board.listen(({ isStructural }) => {
    if (!isStructural || isDue) return
    isDue = true
    // Whoever takes a node away says in the same breath what is selected instead.
    queueMicrotask(() => {
      isDue = false
      clearDeletedNodes(workspace)
    })
  })
  return () => {
    stopForgetting()
    stopListening()
  }
}

function clearDeletedNodes(workspace: ProjectWorkspace): void {
  const isGone = (id: string | null | undefined): boolean => id != null && workspace.board.node(id) === undefined
  const { ids, current } = workspace.selection.get()
  const living = [...ids].filter((id) => !isGone(id))
  if (living.length < ids.size || isGone(current)) {
    workspace.selection.set({ ids: new Set(living), current: isGone(current) ? (living[0] ?? null) : current })
  }
  if (isGone(workspace.detailsNodeId.get())) workspace.detailsNodeId.set(null)
  if (isGone(workspace.editing.get()?.nodeId)) workspace.editing.set(null)
  if (isGone(workspace.menu.get()?.nodeId)) workspace.menu.set(null)
  const dialog = workspace.dialog.get()
  if (dialog !== null && 'nodeId' in dialog && isGone(dialog.nodeId)) workspace.dialog.set(null)
}
