import type { Workbench } from './workbench.ts'

/** Lets go of nodes that are gone, so that nothing stays selected or open that is no longer there. */
export function tendWorkbench(bench: Workbench): () => void {
  let isDue = false
  // Whoever may edit now folds for everybody, and sees what is stored.
  const stopForgetting = bench.board.canEdit.subscribe(() => {
    if (bench.board.canEdit.get() && bench.ownFolds.get().size > 0) bench.ownFolds.set(new Map())
  })
  const stopListening = bench.board.listen(({ isStructural }) => {
    if (!isStructural || isDue) return
    isDue = true
    // Whoever takes a node away says in the same breath what is selected instead.
    queueMicrotask(() => {
      isDue = false
      letGo(bench)
    })
  })
  return () => {
    stopForgetting()
    stopListening()
  }
}

function letGo(bench: Workbench): void {
  const isGone = (id: string | null | undefined): boolean => id != null && bench.board.node(id) === undefined
  const { ids, current } = bench.selection.get()
  const living = [...ids].filter((id) => !isGone(id))
  if (living.length < ids.size || isGone(current)) {
    bench.selection.set({ ids: new Set(living), current: isGone(current) ? (living[0] ?? null) : current })
  }
  if (isGone(bench.panel.get())) bench.panel.set(null)
  if (isGone(bench.editing.get()?.nodeId)) bench.editing.set(null)
  if (isGone(bench.menu.get()?.nodeId)) bench.menu.set(null)
  const dialog = bench.dialog.get()
  if (dialog !== null && 'nodeId' in dialog && isGone(dialog.nodeId)) bench.dialog.set(null)
}
