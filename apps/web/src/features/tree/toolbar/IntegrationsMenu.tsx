import Plug from 'lucide-react/icons/plug'
import type { Board } from '../../../data/board/board.ts'
import { Menu } from '../../../ui/Menu.tsx'
import styles from './Toolbar.module.css'
import { preloadableComponent } from '../../../ui/lazy-part.tsx'

const IntegrationItems = preloadableComponent(async () => (await import('./ToolItems.tsx')).IntegrationItems)

export const IntegrationsMenu = ({ board }: { readonly board: Board }) => (
  <Menu label="Integrations" className={styles.tool} triggerContent={<Plug size={18} aria-hidden="true" />}>
    <IntegrationItems board={board} />
  </Menu>
)
