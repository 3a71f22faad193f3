import Palette from 'lucide-react/icons/palette'
import { useCell } from '../../../platform/cell.ts'
import { Menu } from '../../../ui/Menu.tsx'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'
import { screenPart } from '../../../ui/lazy-part.tsx'

const ColourItems = screenPart(async () => (await import('./ToolItems.tsx')).ColourItems)

/** The colour of the selected nodes. */
export function ColourMenu({ bench }: { readonly bench: Workbench }) {
  const isNothingSelected = useCell(bench.selection, ({ ids }) => ids.size === 0)
  return (
    <Menu
      label="Background colour"
      className={styles.tool}
      isDisabled={isNothingSelected}
      face={<Palette size={18} aria-hidden="true" />}
    >
      <ColourItems bench={bench} />
    </Menu>
  )
}
