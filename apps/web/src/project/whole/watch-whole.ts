import { tryAction } from '../actions/action.ts'
import { lateActions } from '../actions/late-actions.ts'
import { findKeyTarget } from '../keyboard/key-target.ts'
import { matchesShortcut } from '../keyboard/shortcuts.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { printingPart, wholeActions } from './whole-actions.ts'

/** Offers presenting, printing and the second view, with their keys, while a project is open. */
export function watchWhole(workspace: ProjectWorkspace): () => void {
  lateActions.set(wholeActions)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing || findKeyTarget(event.target).kind === 'elsewhere') return
    const action = wholeActions.find(({ shortcuts }) => shortcuts?.some((shortcut) => matchesShortcut(shortcut, event)))
    if (action === undefined) return
    event.preventDefault()
    if (!event.repeat) tryAction(action, workspace, workspace.selection.get().current)
  }
  document.addEventListener('keydown', onKeyDown)
  let stopPrinting: (() => void) | undefined
  const follow = () => {
    stopPrinting ??= printingPart.get()?.followPrinting(workspace)
  }
  follow()
  const stopWaiting = printingPart.subscribe(follow)
  return () => {
    lateActions.set([])
    document.removeEventListener('keydown', onKeyDown)
    stopWaiting()
    stopPrinting?.()
  }
}
