import ChartLine from 'lucide-react/icons/chart-line'
import Aperture from 'lucide-react/icons/aperture'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import Network from 'lucide-react/icons/network'
import Palette from 'lucide-react/icons/palette'
import { useCell, type WritableCell } from '../../platform/cell.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { Menu } from '../../ui/Menu.tsx'
import { preloadableComponent } from '../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { MetricSettings } from '../workspace/view-settings.ts'
import { ToolFace } from './ToolButton.tsx'
import styles from './Toolbar.module.css'

const ColorItems = preloadableComponent(async () => (await import('./ToolbarMenuItems.tsx')).ColorItems)

/** The color of the selected nodes. */
export function ColorMenu({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isNothingSelected = useCell(workspace.selection, ({ ids }) => ids.size === 0)
  return (
    <Menu
      label={toolbarTexts.backgroundColor}
      className={styles.tool}
      isDisabled={isNothingSelected}
      triggerContent={<ToolFace label={toolbarTexts.backgroundColor} Icon={Palette} />}
    >
      <ColorItems workspace={workspace} />
    </Menu>
  )
}

const OrientationItems = preloadableComponent(async () => (await import('./ToolbarMenuItems.tsx')).OrientationItems)

export const OrientationMenu = ({ workspace }: { readonly workspace: ProjectWorkspace }) => (
  <Menu
    label={toolbarTexts.orientation}
    className={styles.tool}
    triggerContent={<ToolFace label={toolbarTexts.orientation} Icon={Network} />}
  >
    <OrientationItems workspace={workspace} />
  </Menu>
)

const VisibilityItems = preloadableComponent(async () => (await import('./ToolbarMenuItems.tsx')).VisibilityItems)

export function VisibilityMenu({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const { showCompleted, showInProgress, showToDo } = useCell(workspace.visibility)
  const Icon = showCompleted && showInProgress && showToDo ? Eye : EyeOff
  return (
    <Menu
      label={toolbarTexts.visibility}
      className={styles.tool}
      triggerContent={<ToolFace label={toolbarTexts.visibility} Icon={Icon} />}
    >
      <VisibilityItems workspace={workspace} />
    </Menu>
  )
}

const LensItems = preloadableComponent(async () => (await import('./ToolbarMenuItems.tsx')).LensItems)

/** Dims what a person is not looking for now. */
export const LensMenu = ({ workspace }: { readonly workspace: ProjectWorkspace }) => (
  <Menu
    label={toolbarTexts.lens}
    className={styles.tool}
    triggerContent={<ToolFace label={toolbarTexts.lens} Icon={Aperture} />}
  >
    <LensItems workspace={workspace} />
  </Menu>
)

const MetricItems = preloadableComponent(async () => (await import('./ToolbarMenuItems.tsx')).MetricItems)

export const MetricsMenu = ({ metrics }: { readonly metrics: WritableCell<MetricSettings> }) => (
  <Menu
    label={toolbarTexts.metrics}
    className={styles.tool}
    triggerContent={<ToolFace label={toolbarTexts.metrics} Icon={ChartLine} />}
  >
    <MetricItems metrics={metrics} />
  </Menu>
)
