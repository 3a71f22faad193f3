import { type Layout, layoutLabels, layouts, limits, timeResolutions, type VisibilitySettings } from '@espalier/domain'
import { type CSSProperties, Fragment } from 'react'
import { useCell, type WritableCell } from '../../platform/cell.ts'
import { rememberLayout } from '../../shared/last-layout.ts'
import { actionTexts } from '../../texts/actions.ts'
import { lensTexts } from '../../texts/lens.ts'
import { toolbarMenuTexts } from '../../texts/toolbar-menus.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { whatIfTexts } from '../../texts/what-if.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { MenuCheckbox, MenuItem, MenuNote, MenuRadios, MenuSeparator } from '../../ui/Menu.tsx'
import { acceptedOrNotify, isActionAvailable, tryAction, type WorkspaceAction } from '../actions/action.ts'
import { getActionLabel } from '../actions/action-label.ts'
import { foldLevelActions } from '../actions/focus-actions.ts'
import { lateActions } from '../actions/late-actions.ts'
import themeStyles from '../map/theme/map-theme.module.css'
import { findPaletteColor } from '../map/theme/node-colors.ts'
import type { LensKind, ProjectWorkspace } from '../workspace/project-workspace.ts'
import { chipKinds, mapThemes, type MetricSettings } from '../workspace/view-settings.ts'
import styles from './Toolbar.module.css'

/* The contents of the toolbar's menus. They are loaded with the first that opens. */

export { IntegrationItems } from '../jira/IntegrationItems.tsx'

export function ColorItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const count = useCell(workspace.selection, ({ ids }) => ids.size)
  const paint = (backgroundColor: string) => {
    const ids = [...workspace.selection.get().ids].filter((id) => workspace.client.node(id) !== undefined)
    if (ids.length > 0) acceptedOrNotify(workspace, workspace.client.edits.changeMany(ids, { backgroundColor }))
  }
  const theme = useCell(workspace.mapTheme)
  return (
    <>
      {count > 1 && <MenuNote>{actionTexts.selected(count)}</MenuNote>}
      {limits.nodePalette.map((colour) => (
        <MenuItem key={colour} onSelect={() => paint(colour)}>
          <span
            className={joinClasses(styles.swatch, themeStyles.theme)}
            data-map-theme={theme}
            style={{ '--swatch': `var(--fill-${findPaletteColor(colour)})` } as CSSProperties}
          />
          {toolbarMenuTexts.colors[colour]}
        </MenuItem>
      ))}
    </>
  )
}

export function OrientationItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const layout = useCell(workspace.client.project, (project) => project.layout)
  return layouts.map((choice) => (
    <MenuItem key={choice} isCurrent={choice === layout} onSelect={() => void changeOrientation(workspace, choice)}>
      {layoutLabels[choice]}
    </MenuItem>
  ))
}

async function changeOrientation(workspace: ProjectWorkspace, layout: Layout): Promise<void> {
  rememberLayout(layout)
  const changing = workspace.client.edits.setLayout(layout)
  // The new layout is shown before the server answers.
  const { current } = workspace.selection.get()
  if (current !== null) workspace.map.reveal(current)
  acceptedOrNotify(workspace, await changing)
}

const visibilityFlags: readonly (keyof VisibilitySettings)[] = [
  'showCompleted',
  'showInProgress',
  'showToDo',
  'showHidden',
]

export function VisibilityItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const { visibility, chips, arrows, mapTheme } = workspace
  const settings = useCell(visibility)
  const shownChips = useCell(chips)
  const { showAll } = useCell(arrows)
  const theme = useCell(mapTheme)
  return (
    <>
      {visibilityFlags.map((flag) => (
        <MenuCheckbox
          key={flag}
          isChosen={settings[flag]}
          onChoose={(isChosen) => visibility.set({ ...visibility.get(), [flag]: isChosen })}
        >
          {toolbarMenuTexts.visibility[flag]}
        </MenuCheckbox>
      ))}
      <MenuCheckbox isChosen={showAll} onChoose={(isChosen) => arrows.set({ showAll: isChosen })}>
        {toolbarMenuTexts.allArrows}
      </MenuCheckbox>
      <MenuSeparator />
      {foldLevelActions.map((action) => (
        <MenuItem key={action.id} onSelect={() => void tryAction(action, workspace, null)}>
          {getActionLabel(action, workspace, null)}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuNote>{toolbarMenuTexts.onNodes}</MenuNote>
      {chipKinds.map((kind) => (
        <MenuCheckbox
          key={kind}
          isChosen={shownChips[kind]}
          onChoose={(isChosen) => chips.set({ ...chips.get(), [kind]: isChosen })}
        >
          {toolbarMenuTexts.chips[kind]}
        </MenuCheckbox>
      ))}
      <MenuSeparator />
      <MenuNote>{toolbarMenuTexts.mapTheme}</MenuNote>
      <MenuRadios
        label={toolbarMenuTexts.mapTheme}
        choices={mapThemes.map((one) => [one, toolbarMenuTexts.mapThemes[one]] as const)}
        chosen={theme}
        onChoose={(chosen) => mapTheme.set(chosen)}
      />
      <WholeItems workspace={workspace} />
    </>
  )
}

const lensKinds: readonly LensKind[] = ['none', 'ready', 'critical', 'mine', 'overdue', 'changed']

export function LensItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const { lens, dialog, hasServer } = workspace
  const kind = useCell(lens, (present) => present.kind)
  return (
    <>
      <MenuRadios
        label={toolbarTexts.lens}
        choices={lensKinds.map((one) => [one, lensTexts.kinds[one]] as const)}
        chosen={kind}
        onChoose={(chosen) => lens.set({ kind: chosen, found: null })}
      />
      {hasServer && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => dialog.set({ kind: 'what-if' })}>{whatIfTexts.open}</MenuItem>
        </>
      )}
    </>
  )
}

export function MetricItems({ metrics }: { readonly metrics: WritableCell<MetricSettings> }) {
  const settings = useCell(metrics)
  const become = (change: Partial<MetricSettings>) => metrics.set({ ...metrics.get(), ...change })
  return (
    <>
      <MenuCheckbox isChosen={settings.showProgress} onChoose={(showProgress) => become({ showProgress })}>
        {toolbarMenuTexts.showProgress}
      </MenuCheckbox>
      <MenuCheckbox
        isChosen={settings.isProgressByEstimate}
        onChoose={(isProgressByEstimate) => become({ isProgressByEstimate })}
      >
        {toolbarMenuTexts.progressByEstimate}
      </MenuCheckbox>
      <MenuCheckbox isChosen={settings.showBurnup} onChoose={(showBurnup) => become({ showBurnup })}>
        {toolbarMenuTexts.showBurnup}
      </MenuCheckbox>
      <MenuSeparator />
      <MenuNote>{toolbarMenuTexts.timeResolution}</MenuNote>
      <MenuRadios
        label={toolbarMenuTexts.timeResolution}
        choices={timeResolutions.map((one) => [one, toolbarMenuTexts.resolutions[one]] as const)}
        chosen={settings.timeResolution}
        onChoose={(timeResolution) => become({ timeResolution })}
      />
    </>
  )
}

const isOfSplit = ({ id }: WorkspaceAction): boolean => id.startsWith('view.split')

/** Presenting, printing and the second view. The row of tools has no room for a menu of their own. */
function WholeItems({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const actions = useCell(lateActions).filter((action) => isActionAvailable(action, workspace, null))
  const firstOfSplit = actions.find(isOfSplit)
  return actions.map((action, at) => (
    <Fragment key={action.id}>
      {(at === 0 || action === firstOfSplit) && <MenuSeparator />}
      <MenuItem onSelect={() => void tryAction(action, workspace, null)}>
        {getActionLabel(action, workspace, null)}
      </MenuItem>
    </Fragment>
  ))
}
