import { limits } from '@espalier/domain'
import Palette from 'lucide-react/icons/palette'
import type { CSSProperties } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { isMade } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './Toolbar.module.css'

const names: Readonly<Record<(typeof limits.nodePalette)[number], string>> = {
  '#fffabb': 'Yellow',
  '#bbffd8': 'Green',
  '#bbc0ff': 'Blue',
  '#ffbbe2': 'Pink',
}

/** The colour of the selected nodes. */
export function ColourMenu({ bench }: { readonly bench: Workbench }) {
  const isNothingSelected = useCell(bench.selection, ({ ids }) => ids.size === 0)
  const paint = (backgroundColor: string) => {
    const ids = [...bench.selection.get().ids].filter((id) => bench.board.node(id) !== undefined)
    if (ids.length > 0) isMade(bench, bench.board.edits.changeMany(ids, { backgroundColor }))
  }
  return (
    <Menu
      label="Background colour"
      className={styles.tool}
      isDisabled={isNothingSelected}
      face={<Palette size={18} aria-hidden="true" />}
    >
      {limits.nodePalette.map((colour) => (
        <MenuItem key={colour} onSelect={() => paint(colour)}>
          <span className={styles.swatch} style={{ '--swatch': colour } as CSSProperties} />
          {names[colour]}
        </MenuItem>
      ))}
    </Menu>
  )
}
