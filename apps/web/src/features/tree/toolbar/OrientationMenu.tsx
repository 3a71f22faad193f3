import Network from 'lucide-react/icons/network'
import { Menu } from '../../../ui/Menu.tsx'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'
import { preloadableComponent } from '../../../ui/lazy-part.tsx'

const OrientationItems = preloadableComponent(async () => (await import('./ToolItems.tsx')).OrientationItems)

export const OrientationMenu = ({ workspace }: { readonly workspace: ProjectWorkspace }) => (
  <Menu label="Orientation" className={styles.tool} triggerContent={<Network size={18} aria-hidden="true" />}>
    <OrientationItems workspace={workspace} />
  </Menu>
)
