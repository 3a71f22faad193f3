import { clipboardActions } from '../clipboard/clipboard-intents.ts'
import { type WorkspaceAction, getActionLabel, type Shortcut } from '../workbench/intent.ts'
import { actionGroups } from '../workbench/intents/all.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'

export interface HelpLine {
  readonly label: string
  readonly shortcuts: readonly Shortcut[]
  /** What the hand does where it is no key. */
  readonly gesture?: string
}

export interface HelpGroup {
  readonly title: string
  readonly lines: readonly HelpLine[]
}

const gestureLines: readonly HelpLine[] = [
  { label: 'Edit a title', shortcuts: [], gesture: 'Double-click, or type a letter' },
  { label: 'New line in a title', shortcuts: [{ key: 'Enter', isShift: true }] },
  { label: 'Move the view', shortcuts: [], gesture: 'Scroll, drag the ground, or hold Space and drag' },
  { label: 'Zoom about the pointer', shortcuts: [], gesture: 'Ctrl and scroll, or pinch' },
  { label: 'Move a branch', shortcuts: [], gesture: 'Drag it; with Shift the node alone' },
  { label: 'Select more', shortcuts: [], gesture: 'Ctrl or \u2318 and click; Shift and drag a frame' },
  { label: 'Leave the canvas', shortcuts: [{ key: 'Escape' }] },
]

const toHelpLine = (workspace: ProjectWorkspace, action: WorkspaceAction): HelpLine => ({
  label: getActionLabel(action, workspace, null),
  shortcuts: action.shortcuts ?? [],
})

/** What can be done at all by this person, and by which keys. */
export function listHelpGroups(workspace: ProjectWorkspace): readonly HelpGroup[] {
  const canEdit = workspace.board.canEdit.get()
  const groups = [...actionGroups, { title: 'Copy and paste', actions: clipboardActions }]
  const listed = groups.map(({ title, actions }) => ({
    title,
    lines: actions
      .filter((action) => (canEdit || !action.isEdit) && (action.shortcuts?.length ?? 0) > 0)
      .map((action) => toHelpLine(workspace, action)),
  }))
  return [...listed, { title: 'By hand', lines: gestureLines }].filter(({ lines }) => lines.length > 0)
}
