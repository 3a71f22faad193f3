import Plug from 'lucide-react/icons/plug'
import type { Board } from '../../../data/board/board.ts'
import { useCell } from '../../../platform/cell.ts'
import { Link } from '../../../ui/Link.tsx'
import { Menu, MenuLink, MenuNote } from '../../../ui/Menu.tsx'
import styles from './Toolbar.module.css'

export function IntegrationsMenu({ board }: { readonly board: Board }) {
  const isSynced = useCell(board.project, (project) => project.jiraSync)
  return (
    <Menu label="Integrations" className={styles.tool} face={<Plug size={18} aria-hidden="true" />}>
      <MenuNote>
        {isSynced
          ? 'This project is kept in step with Jira.'
          : 'This project is connected to no issue tracker. Connect one in your account settings.'}
      </MenuNote>
      <MenuLink>
        <Link to="/account">Account settings</Link>
      </MenuLink>
    </Menu>
  )
}
