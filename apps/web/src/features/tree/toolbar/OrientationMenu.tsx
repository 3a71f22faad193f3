import Network from 'lucide-react/icons/network'
import { Menu } from '../../../ui/Menu.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'
import { screenPart } from '../../../ui/lazy-part.tsx'

const OrientationItems = screenPart(async () => (await import('./ToolItems.tsx')).OrientationItems)

export const OrientationMenu = ({ bench }: { readonly bench: Workbench }) => (
  <Menu label="Orientation" className={styles.tool} face={<Network size={18} aria-hidden="true" />}>
    <OrientationItems bench={bench} />
  </Menu>
)
