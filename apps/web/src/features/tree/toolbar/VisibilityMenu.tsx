import type { VisibilitySettings } from '@espalier/domain'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useCell, type WritableCell } from '../../../platform/cell.ts'
import { Menu } from '../../../ui/Menu.tsx'
import styles from './Toolbar.module.css'
import { preloadableComponent } from '../../../ui/lazy-part.tsx'

const VisibilityItems = preloadableComponent(async () => (await import('./ToolItems.tsx')).VisibilityItems)

export function VisibilityMenu({ visibility }: { readonly visibility: WritableCell<VisibilitySettings> }) {
  const { showCompleted, showInProgress, showToDo } = useCell(visibility)
  const Icon = showCompleted && showInProgress && showToDo ? Eye : EyeOff
  return (
    <Menu label="Visibility" className={styles.tool} triggerContent={<Icon size={18} aria-hidden="true" />}>
      <VisibilityItems visibility={visibility} />
    </Menu>
  )
}
