import { limits } from '@espalier/domain'
import Keyboard from 'lucide-react/icons/keyboard'
import MapIcon from 'lucide-react/icons/map'
import Maximize from 'lucide-react/icons/maximize'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId, useSyncExternalStore } from 'react'
import { useCell } from '../../platform/cell.ts'
import { minimapTexts } from '../../texts/minimap.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import {
  fitAllAction,
  openHelpAction,
  resetZoomAction,
  zoomInAction,
  zoomOutAction,
} from '../actions/navigation-actions.ts'
import { formatShortcut } from '../keyboard/shortcuts.ts'
import { minimapSetting } from '../minimap/minimap-setting.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { ActionButton, ToolButton } from './ToolButton.tsx'
import { ViewTabs } from './ViewTabs.tsx'
import toolbarStyles from './Toolbar.module.css'
import styles from './ZoomControls.module.css'

const Minimap = preloadableComponent(async () => (await import('../minimap/Minimap.tsx')).Minimap)

/** Zoom, help and the choice of the view in a corner of the plan, and the minimap in the other. */
export function ZoomControls({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isMap = useCell(workspace.view) === 'map'
  const isMinimapShown = useSyncExternalStore(minimapSetting.subscribe, minimapSetting.get)
  return (
    <>
      <ControlBar workspace={workspace} isMap={isMap} isMinimapShown={isMinimapShown} />
      {isMap && isMinimapShown && (
        <LazyBoundary>
          <Minimap workspace={workspace} />
        </LazyBoundary>
      )}
    </>
  )
}

interface ControlBarProps {
  readonly workspace: ProjectWorkspace
  readonly isMap: boolean
  readonly isMinimapShown: boolean
}

/** The tour has the map alone. */
const ControlBar = ({ workspace, isMap, isMinimapShown }: ControlBarProps) => (
  <fieldset aria-label={toolbarTexts.view} data-view-controls tabIndex={-1} className={styles.view}>
    {isMap && (
      <>
        <ActionButton workspace={workspace} action={zoomOutAction} label={toolbarTexts.zoomOut} Icon={Minus} />
        <ResetZoomButton workspace={workspace} />
        <ActionButton workspace={workspace} action={zoomInAction} label={toolbarTexts.zoomIn} Icon={Plus} />
        <ActionButton workspace={workspace} action={fitAllAction} label={toolbarTexts.fit} Icon={Maximize} />
        <ToolButton
          label={minimapTexts.minimap}
          Icon={MapIcon}
          isExpanded={isMinimapShown}
          onClick={minimapSetting.toggle}
          className={styles.minimap}
        />
      </>
    )}
    <ActionButton
      workspace={workspace}
      action={openHelpAction}
      label={toolbarTexts.keyboardShortcuts}
      Icon={Keyboard}
    />
    {workspace.hasServer && <ViewTabs workspace={workspace} />}
  </fieldset>
)

/** The percentage is over the button, not in it, because a button's visible text has to be part of its name. */
function ResetZoomButton({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const percent = useCell(workspace.map.zoom, (zoom) => `${Math.round(zoom * limits.fullPercent)}%`)
  const percentId = useId()
  const label = toolbarTexts.resetZoom
  const shortcut = resetZoomAction.shortcuts?.[0]
  return (
    <span className={styles.percent}>
      <button
        type="button"
        aria-label={label}
        aria-describedby={percentId}
        data-tooltip={shortcut === undefined ? label : toolbarTexts.withShortcut(label, formatShortcut(shortcut))}
        className={toolbarStyles.tool}
        onClick={() => workspace.map.resetZoom()}
      />
      <span id={percentId}>{percent}</span>
    </span>
  )
}
