import { getSharingIcon, projectMenuLabels, sharingIconTexts } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Download from 'lucide-react/icons/download'
import Redo from 'lucide-react/icons/redo-2'
import Search from 'lucide-react/icons/search'
import Undo from 'lucide-react/icons/undo-2'
import { useNavigate } from 'react-router'
import { type Cell, useCell, type WritableCell } from '../../platform/cell.ts'
import { browser } from '../../platform/navigation.ts'
import { openSharing } from '../../sharing/open-sharing.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { Button } from '../../ui/Button.tsx'
import { SharingIcon } from '../../ui/SharingIcon.tsx'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import { openSearchAction } from '../actions/navigation-actions.ts'
import { redoAction, undoAction } from '../actions/undo-actions.ts'
import { LazyPeopleHere } from '../map/presence/presence.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { MetricSettings } from '../workspace/view-settings.ts'
import { ProjectTitle } from './ProjectTitle.tsx'
import { ActionButton, ToolButton } from './ToolButton.tsx'
import { ColorMenu, IntegrationsMenu, MetricsMenu, OrientationMenu, VisibilityMenu } from './ToolbarMenus.tsx'
import { ProgressRing, SavingMark } from './ToolbarStatus.tsx'
import styles from './Toolbar.module.css'

const DeferredTools = preloadableComponent(async () => (await import('./DeferredTools.tsx')).DeferredTools)

export interface ProjectToolbarProps {
  readonly workspace: ProjectWorkspace
  readonly metrics: WritableCell<MetricSettings>
}

export function ProjectToolbar({ workspace, metrics }: ProjectToolbarProps) {
  const canEdit = useCell(workspace.client.canEdit)
  const showProgress = useCell(metrics, (settings) => settings.showProgress)
  return (
    <div data-toolbar className={styles.bar}>
      <BackButton />
      <ProjectTitle client={workspace.client} />
      <div className={styles.side}>
        <LazyPeopleHere workspace={workspace} />
        <SavingMark workspace={workspace} />
        {showProgress && <ProgressRing client={workspace.client} />}
        <ToolButton
          label={toolbarTexts.exportProject}
          Icon={Download}
          onClick={() => workspace.dialog.set({ kind: 'export' })}
        />
        <ShareButton client={workspace.client} />
      </div>
      {canEdit && <EditorTools workspace={workspace} metrics={metrics} />}
    </div>
  )
}

const EditorTools = ({ workspace, metrics }: ProjectToolbarProps) => (
  <fieldset aria-label={toolbarTexts.tools} className={styles.tools}>
    <UndoRedoButton
      workspace={workspace}
      action={undoAction}
      label={toolbarTexts.undo}
      Icon={Undo}
      isReady={workspace.client.canUndo}
    />
    <UndoRedoButton
      workspace={workspace}
      action={redoAction}
      label={toolbarTexts.redo}
      Icon={Redo}
      isReady={workspace.client.canRedo}
    />
    <ActionButton workspace={workspace} action={openSearchAction} label={toolbarTexts.find} Icon={Search} />
    <ColorMenu workspace={workspace} />
    <OrientationMenu workspace={workspace} />
    <VisibilityMenu workspace={workspace} />
    <MetricsMenu metrics={metrics} />
    <IntegrationsMenu client={workspace.client} />
    <LazyBoundary fallback={<span className={styles.tool} />}>
      <DeferredTools workspace={workspace} />
    </LazyBoundary>
  </fieldset>
)

interface UndoRedoButtonProps extends Omit<Parameters<typeof ActionButton>[0], 'isDisabled'> {
  readonly isReady: Cell<boolean>
}

function UndoRedoButton({ isReady, ...button }: UndoRedoButtonProps) {
  return <ActionButton {...button} isDisabled={!useCell(isReady)} />
}

function BackButton() {
  const navigate = useNavigate()
  const goBack = () => void (browser.hasPast() ? navigate(-1) : navigate('/projects'))
  return <ToolButton label={toolbarTexts.back} Icon={ArrowLeft} onClick={goBack} />
}

function ShareButton({ client }: { readonly client: ProjectClient }) {
  const canEdit = useCell(client.canEdit)
  const icon = getSharingIcon(useCell(client.project, (project) => project.sharing))
  return (
    <Button
      size="small"
      disabled={!canEdit}
      title={sharingIconTexts[icon]}
      aria-label={projectMenuLabels.share}
      onClick={() => openSharing(client.projectId)}
    >
      <SharingIcon icon={icon} size={16} />
      <span className={styles.word}>{projectMenuLabels.share}</span>
    </Button>
  )
}
