import Palette from 'lucide-react/icons/palette'
import { useCell } from '../../../platform/cell.ts'
import { Menu } from '../../../ui/Menu.tsx'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'
import { preloadableComponent } from '../../../ui/lazy-part.tsx'

const ColorItems = preloadableComponent(async () => (await import('./ToolItems.tsx')).ColorItems)

/** The colour of the selected nodes. */
export function ColorMenu({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isNothingSelected = useCell(workspace.selection, ({ ids }) => ids.size === 0)
  return (
    <Menu
      label="Background colour"
      className={styles.tool}
      isDisabled={isNothingSelected}
      triggerContent={<Palette size={18} aria-hidden="true" />}
    >
      <ColorItems workspace={workspace} />
    </Menu>
  )
}
