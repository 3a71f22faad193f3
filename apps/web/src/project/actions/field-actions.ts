import { defineNodeAction, type WorkspaceAction } from './action.ts'

/** Opens the editor of a field for the selection. The keys are those of the command palette, where a letter is enough. */
const defineFieldAction = (field: string, letter: string): WorkspaceAction =>
  defineNodeAction({
    id: `field.${field}`,
    shortcuts: [{ key: `/${letter}`, isAlias: true }],
    isEdit: true,
    appliesToSelection: true,
    run: (workspace, { id }) => workspace.dialog.set({ kind: 'commands', nodeId: id, typed: '', field }),
  })

/** The fields that are set most often. They are loaded with the menu, the help and the palette. */
export const fieldActions: readonly WorkspaceAction[] = [
  defineFieldAction('assignees', 'a'),
  defineFieldAction('dueDate', 'd'),
  defineFieldAction('priority', 'p'),
  defineFieldAction('tags', 'l'),
  defineFieldAction('estimate', 'e'),
  defineFieldAction('blockedBy', 'b'),
]
