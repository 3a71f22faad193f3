import { layoutLabels, layouts, limits, timeResolutions, type VisibilitySettings } from '@espalier/domain'
import type { CSSProperties } from 'react'
import { useCell, type WritableCell } from '../../platform/cell.ts'
import { MenuCheckbox, MenuItem, MenuNote, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { acceptedOrNotify } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { MetricSettings } from '../workspace/view-settings.ts'
import styles from './Toolbar.module.css'

/* The contents of the toolbar's menus. They are loaded with the first that opens. */

export { IntegrationItems } from '../jira/IntegrationItems.tsx'

const colorNames: Readonly<Record<(typeof limits.nodePalette)[number], string>> = {
  '#fffabb': 'Yellow',
  '#bbffd8': 'Green',
  '#bbc0ff': 'Blue',
  '#ffbbe2': 'Pink',
}

export function ColorItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const paint = (backgroundColor: string) => {
    const ids = [...workspace.selection.get().ids].filter((id) => workspace.client.node(id) !== undefined)
    if (ids.length > 0) acceptedOrNotify(workspace, workspace.client.edits.changeMany(ids, { backgroundColor }))
  }
  return limits.nodePalette.map((colour) => (
    <MenuItem key={colour} onSelect={() => paint(colour)}>
      <span className={styles.swatch} style={{ '--swatch': colour } as CSSProperties} />
      {colorNames[colour]}
    </MenuItem>
  ))
}

export function OrientationItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const layout = useCell(workspace.client.project, (project) => project.layout)
  return layouts.map((choice) => (
    <MenuItem
      key={choice}
      isCurrent={choice === layout}
      onSelect={async () => void acceptedOrNotify(workspace, await workspace.client.edits.setLayout(choice))}
    >
      {layoutLabels[choice]}
    </MenuItem>
  ))
}

const visibilityLabels: readonly (readonly [keyof VisibilitySettings, string])[] = [
  ['showCompleted', 'Show completed'],
  ['showInProgress', 'Show in progress'],
  ['showToDo', 'Show to do'],
  ['showHidden', 'Show hidden children'],
]

export function VisibilityItems({ visibility }: { readonly visibility: WritableCell<VisibilitySettings> }) {
  const settings = useCell(visibility)
  return visibilityLabels.map(([flag, text]) => (
    <MenuCheckbox
      key={flag}
      isChosen={settings[flag]}
      onChoose={(isChosen) => visibility.set({ ...visibility.get(), [flag]: isChosen })}
    >
      {text}
    </MenuCheckbox>
  ))
}

const resolutionChoices = timeResolutions.map((one) => [one, `By ${one}`] as const)

export function MetricItems({ metrics }: { readonly metrics: WritableCell<MetricSettings> }) {
  const settings = useCell(metrics)
  const become = (change: Partial<MetricSettings>) => metrics.set({ ...metrics.get(), ...change })
  return (
    <>
      <MenuCheckbox isChosen={settings.showProgress} onChoose={(showProgress) => become({ showProgress })}>
        Show progress
      </MenuCheckbox>
      <MenuCheckbox isChosen={settings.showBurnup} onChoose={(showBurnup) => become({ showBurnup })}>
        Show burn-up
      </MenuCheckbox>
      <MenuSeparator />
      <MenuNote>Time resolution</MenuNote>
      <MenuRadios
        label="Time resolution"
        choices={resolutionChoices}
        chosen={settings.timeResolution}
        onChoose={(timeResolution) => become({ timeResolution })}
      />
    </>
  )
}
