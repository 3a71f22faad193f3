import type { LucideIcon } from 'lucide-react'
import { joinClasses } from '../../../ui/join-classes.ts'
import { formatShortcut } from '../keys/show-shortcut.ts'
import type { Shortcut } from '../workbench/intent.ts'
import styles from './Toolbar.module.css'

interface ToolButtonProps {
  readonly label: string
  readonly Icon: LucideIcon
  readonly onClick: () => void
  readonly isDisabled?: boolean
  /** Shown with the name when the pointer rests on it. */
  readonly shortcut?: Shortcut | undefined
  readonly className?: string | undefined
}

export function ToolButton({ label, Icon, onClick, isDisabled = false, shortcut, className }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={shortcut === undefined ? label : `${label} (${formatShortcut(shortcut)})`}
      // Really disabled, it would drop the focus of whoever has just undone the last step.
      aria-disabled={isDisabled || undefined}
      className={joinClasses(styles.tool, className)}
      onClick={() => {
        if (!isDisabled) onClick()
      }}
    >
      <Icon size={18} aria-hidden="true" />
    </button>
  )
}
