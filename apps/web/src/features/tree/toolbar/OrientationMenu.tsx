import { layoutLabels, layouts } from '@espalier/domain'
import Network from 'lucide-react/icons/network'
import { useCell } from '../../../platform/cell.ts'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { isMade } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'

export function OrientationMenu({ bench }: { readonly bench: Workbench }) {
  const layout = useCell(bench.board.project, (project) => project.layout)
  return (
    <Menu label="Orientation" className={styles.tool} face={<Network size={18} aria-hidden="true" />}>
      {layouts.map((choice) => (
        <MenuItem
          key={choice}
          isCurrent={choice === layout}
          onSelect={async () => void isMade(bench, await bench.board.edits.setLayout(choice))}
        >
          {layoutLabels[choice]}
        </MenuItem>
      ))}
    </Menu>
  )
}
