import { actionTexts } from '../../texts/actions.ts'
import { toast, toastList } from '../../ui/Toasts.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { tryAction } from './action.ts'
import { undoAction } from './undo-actions.ts'

/** Says how many nodes were deleted and offers to undo it. One node alone is not worth a notice. */
export function offerUndoOfDeletion(workspace: ProjectWorkspace, count: number): void {
  if (count >= 2) offerUndo(workspace, actionTexts.deleted(actionTexts.nodes(count)))
}

/** Says what was just done and offers to undo it. */
export const offerUndo = (workspace: ProjectWorkspace, text: string): void =>
  toast.success(text, {
    topic: 'undo',
    action: { label: actionTexts.undo, run: () => void tryAction(undoAction, workspace, null) },
  })

const withdrawOffers = (): void => toastList.closeWhere(({ topic }) => topic === 'undo')

/** Withdraws an offer as soon as undo would revert something else, and when the project is left. */
export function watchUndoOffers({ client }: ProjectWorkspace): () => void {
  let { layout } = client.project.get()
  const stops = [
    client.listen(({ origin }) => {
      if (origin === 'own' || origin === 'undo' || origin === 'redo' || origin === 'rolled-back') withdrawOffers()
    }),
    client.project.subscribe(() => {
      if (client.project.get().layout !== layout) withdrawOffers()
      ;({ layout } = client.project.get())
    }),
    withdrawOffers,
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
