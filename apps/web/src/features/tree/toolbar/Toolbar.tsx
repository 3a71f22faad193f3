import Download from 'lucide-react/icons/download'
import Redo from 'lucide-react/icons/redo-2'
import Search from 'lucide-react/icons/search'
import Undo from 'lucide-react/icons/undo-2'
import { type Cell, useCell, type WritableCell } from '../../../platform/cell.ts'
import { LazyPeopleHere } from '../presence/OthersPlace.tsx'
import { redoAction, undoAction } from '../workbench/intents/history.ts'
import { openSearchAction } from '../workbench/intents/viewing.ts'
import type { MetricSettings } from '../workbench/view-settings.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { BackButton } from './BackButton.tsx'
import { ColorMenu } from './ColourMenu.tsx'
import { IntegrationsMenu } from './IntegrationsMenu.tsx'
import { ActionButton } from './IntentButton.tsx'
import { MetricsMenu } from './MetricsMenu.tsx'
import { OrientationMenu } from './OrientationMenu.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { ProjectTitle } from './ProjectTitle.tsx'
import { SavingMark } from './SavingMark.tsx'
import { ShareButton } from './ShareButton.tsx'
import { ToolButton } from './ToolButton.tsx'
import styles from './Toolbar.module.css'
import { VisibilityMenu } from './VisibilityMenu.tsx'
import { LazyBoundary, preloadableComponent } from '../../../ui/lazy-part.tsx'

const DeferredTools = preloadableComponent(async () => (await import('./MoreTools.tsx')).DeferredTools)

export interface ProjectToolbarProps {
  readonly workspace: ProjectWorkspace
  readonly metrics: WritableCell<MetricSettings>
}

export function ProjectToolbar({ workspace, metrics }: ProjectToolbarProps) {
  const canEdit = useCell(workspace.board.canEdit)
  const showProgress = useCell(metrics, (settings) => settings.showProgress)
  return (
    <div data-toolbar className={styles.bar}>
      <BackButton />
      <ProjectTitle board={workspace.board} />
      <div className={styles.side}>
        <LazyPeopleHere workspace={workspace} />
        <SavingMark workspace={workspace} />
        {showProgress && <ProgressRing board={workspace.board} />}
        <ToolButton label="Export" Icon={Download} onClick={() => workspace.dialog.set({ kind: 'export' })} />
        <ShareButton board={workspace.board} />
      </div>
      {canEdit && <EditorTools workspace={workspace} metrics={metrics} />}
    </div>
  )
}

const EditorTools = ({ workspace, metrics }: ProjectToolbarProps) => (
  <fieldset aria-label="Tools" className={styles.tools}>
    <UndoRedoButton workspace={workspace} action={undoAction} Icon={Undo} isReady={workspace.board.canUndo} />
    <UndoRedoButton workspace={workspace} action={redoAction} Icon={Redo} isReady={workspace.board.canRedo} />
    <ActionButton workspace={workspace} action={openSearchAction} Icon={Search} />
    <ColorMenu workspace={workspace} />
    <OrientationMenu workspace={workspace} />
    <VisibilityMenu visibility={workspace.visibility} />
    <MetricsMenu metrics={metrics} />
    <IntegrationsMenu board={workspace.board} />
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
