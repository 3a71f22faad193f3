import { registerForPreload } from '../../platform/code-loading.ts'
import { frameTexts } from '../../texts/frame.ts'
import { focusBranch } from '../workspace/focused-branch.ts'
import { defineNodeAction, type WorkspaceAction } from './action.ts'
import { isFolded, setOwnFolds } from './fold-actions.ts'

const loadFoldToLevel = registerForPreload(() => import('./fold-to-level.ts'))

export const focusBranchAction = defineNodeAction({
  id: 'branch.focus',
  shortcuts: [{ key: '.', isCommand: true }],
  isEdit: false,
  isScreenWide: true,
  // The breadcrumb is part of a project's screen, which the tour does not have.
  isAvailable: ({ hasServer }) => hasServer,
  run(workspace, { id }) {
    // A person who wants to see a branch does not mean its folded top.
    if (isFolded(workspace, id)) setOwnFolds(workspace, [id], false)
    focusBranch(workspace, id)
  },
})

/** Fold the whole plan, or the focused branch, for this person alone. */
export const foldLevelActions: readonly WorkspaceAction[] = [1, 2, 3, 4, 5].map((level) => ({
  id: `view.level-${level}`,
  shortcuts: [{ key: String(level), isAlt: true }],
  isEdit: false,
  isScreenWide: true,
  run: (workspace) =>
    void loadFoldToLevel().then(
      ({ foldToLevel }) => foldToLevel(workspace, level),
      () => workspace.notify(frameTexts.partNotLoaded, 'failed'),
    ),
}))
