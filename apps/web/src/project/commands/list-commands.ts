import { isActionAvailable, tryAction } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { fieldActions } from '../actions/field-actions.ts'
import { formatShortcut } from '../keyboard/shortcuts.ts'
import { listMenuSections } from '../menu/menu-actions.ts'
import { nodeFieldTexts } from '../../texts/node-fields.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'

/** An entry of the palette. */
export interface Command {
  readonly id: string
  readonly label: string
  /** The label is a word of the project, not a text of ours. */
  readonly isUserData?: boolean
  /** The letter that runs it at once. */
  readonly letter?: string
  /** The keys that run it without the palette. */
  readonly keys?: string
  /** Shows the editor of this field in the palette. */
  readonly field?: string
  /** Runs after the palette is closed. */
  run?(): void
}

/** Lists what can be done with a node, or with the selection that it is part of: fields first, then the node's menu. */
export function listCommands(workspace: ProjectWorkspace, nodeId: string): readonly Command[] {
  const sections = listMenuSections(workspace, nodeId)
  const others = sections.flat().filter((action) => !fieldActions.includes(action))
  return [
    ...fieldActions
      .filter((action) => isActionAvailable(action, workspace, nodeId))
      .map((action) => ({
        id: action.id,
        label: getActionLabel(action, workspace, nodeId),
        letter: action.shortcuts?.[0]?.key.slice(1) ?? '',
        field: action.id.slice('field.'.length),
      })),
    ...listMoreFields(workspace),
    ...others.map((action) => ({
      id: action.id,
      label: getActionLabel(action, workspace, nodeId),
      ...(action.shortcuts?.[0] !== undefined && { keys: formatShortcut(action.shortcuts[0]) }),
      run: () => void tryAction(action, workspace, nodeId),
    })),
  ]
}

function listMoreFields({ client }: ProjectWorkspace): readonly Command[] {
  const { stages, fieldDefinitions } = client.project.get()
  const { labels } = nodeFieldTexts
  const fixed = ['status', ...(stages.length > 0 ? ['stage' as const] : []), 'startDate'] as const
  return [
    ...fixed.map((field) => ({ id: `field.${field}`, field, label: labels[field] })),
    ...fieldDefinitions.map(({ id, name }) => ({ id: `own.${id}`, field: id, label: name, isUserData: true })),
  ]
}

/** Returns the commands that a text fits; those that begin with it come first. */
export function filterCommands(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = typed.trim().toLowerCase()
  const rank = ({ label }: Command): number => {
    const at = label.toLowerCase().indexOf(wanted)
    return at < 0 ? 2 : Math.min(at, 1)
  }
  return commands.filter((command) => rank(command) < 2).sort((one, other) => rank(one) - rank(other))
}
