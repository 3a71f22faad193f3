import type { LucideIcon } from 'lucide-react'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { type Shortcut, tryAction, type WorkspaceAction } from '../actions/action.ts'
import { formatShortcut } from '../keyboard/shortcuts.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './Toolbar.module.css'

interface ToolButtonProps {
  readonly label: string
  readonly Icon: LucideIcon
  readonly onClick: () => void
  readonly isDisabled?: boolean
  /** Whether what the button opens is open; omitted for a button that opens nothing. */
  readonly isExpanded?: boolean | undefined
  /** Shown with the name as a tooltip. */
  readonly shortcut?: Shortcut | undefined
  readonly className?: string | undefined
}

export function ToolButton(props: ToolButtonProps) {
  const { label, Icon, onClick, isDisabled = false, isExpanded, shortcut, className } = props
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={shortcut === undefined ? label : toolbarTexts.withShortcut(label, formatShortcut(shortcut))}
      // A real `disabled` would drop the focus of a person who has just undone the last step.
      aria-disabled={isDisabled || undefined}
      aria-expanded={isExpanded}
      data-state={isExpanded === true ? 'open' : undefined}
      className={joinClasses(styles.tool, className)}
      onClick={() => {
        if (!isDisabled) onClick()
      }}
    >
      <ToolFace label={label} Icon={Icon} />
    </button>
  )
}

/** The word is shown where there is room for it; the button's name is the same. */
export const ToolFace = ({ label, Icon }: Pick<ToolButtonProps, 'label' | 'Icon'>) => (
  <>
    <Icon size={18} aria-hidden="true" />
    <span className={styles.toolWord}>{label}</span>
  </>
)

interface ActionButtonProps {
  readonly workspace: ProjectWorkspace
  readonly action: WorkspaceAction
  readonly label: string
  readonly Icon: LucideIcon
  readonly isDisabled?: boolean
  readonly isExpanded?: boolean
}

export const ActionButton = ({ workspace, action, ...button }: ActionButtonProps) => (
  <ToolButton
    {...button}
    shortcut={action.shortcuts?.[0]}
    onClick={() => tryAction(action, workspace, workspace.selection.get().current)}
  />
)
