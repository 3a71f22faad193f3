import Plug from 'lucide-react/icons/plug'
import { lazy } from 'react'
import type { Board } from '../../../data/board/board.ts'
import { Menu } from '../../../ui/Menu.tsx'
import styles from './Toolbar.module.css'

const IntegrationItems = lazy(async () => ({ default: (await import('./ToolItems.tsx')).IntegrationItems }))

export const IntegrationsMenu = ({ board }: { readonly board: Board }) => (
  <Menu label="Integrations" className={styles.tool} face={<Plug size={18} aria-hidden="true" />}>
    <IntegrationItems board={board} />
  </Menu>
)
