import type { VisibilitySettings } from '@espalier/domain'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useCell, type WritableCell } from '../../../platform/cell.ts'
import { Menu, MenuCheckbox } from '../../../ui/Menu.tsx'
import styles from './Toolbar.module.css'

const labels: readonly (readonly [keyof VisibilitySettings, string])[] = [
  ['showCompleted', 'Show completed'],
  ['showInProgress', 'Show in progress'],
  ['showToDo', 'Show to do'],
  ['showHidden', 'Show hidden children'],
]

export function VisibilityMenu({ visibility }: { readonly visibility: WritableCell<VisibilitySettings> }) {
  const settings = useCell(visibility)
  const isFiltered = !(settings.showCompleted && settings.showInProgress && settings.showToDo)
  const Icon = isFiltered ? EyeOff : Eye
  return (
    <Menu label="Visibility" className={styles.tool} face={<Icon size={18} aria-hidden="true" />}>
      {labels.map(([flag, text]) => (
        <MenuCheckbox
          key={flag}
          isChosen={settings[flag]}
          onChoose={(isChosen) => visibility.set({ ...visibility.get(), [flag]: isChosen })}
        >
          {text}
        </MenuCheckbox>
      ))}
    </Menu>
  )
}
