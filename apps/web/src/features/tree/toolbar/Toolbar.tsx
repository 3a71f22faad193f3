import Download from 'lucide-react/icons/download'
import Redo from 'lucide-react/icons/redo-2'
import Search from 'lucide-react/icons/search'
import Undo from 'lucide-react/icons/undo-2'
import { type Cell, useCell, type WritableCell } from '../../../platform/cell.ts'
import { PeoplePlace } from '../presence/OthersPlace.tsx'
import { redo, undo } from '../workbench/intents/history.ts'
import { find } from '../workbench/intents/viewing.ts'
import type { MetricSettings } from '../workbench/view-settings.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { BackButton } from './BackButton.tsx'
import { ColourMenu } from './ColourMenu.tsx'
import { IntegrationsMenu } from './IntegrationsMenu.tsx'
import { IntentButton } from './IntentButton.tsx'
import { MetricsMenu } from './MetricsMenu.tsx'
import { OrientationMenu } from './OrientationMenu.tsx'
import { ProgressRing } from './ProgressRing.tsx'
import { ProjectTitle } from './ProjectTitle.tsx'
import { SavingMark } from './SavingMark.tsx'
import { ShareButton } from './ShareButton.tsx'
import { ToolButton } from './ToolButton.tsx'
import styles from './Toolbar.module.css'
import { VisibilityMenu } from './VisibilityMenu.tsx'
import { LazyPlace, screenPart } from '../../../ui/lazy-part.tsx'

const MoreTools = screenPart(async () => (await import('./MoreTools.tsx')).MoreTools)

export interface ToolbarProps {
  readonly bench: Workbench
  readonly metrics: WritableCell<MetricSettings>
}

export function Toolbar({ bench, metrics }: ToolbarProps) {
  const canEdit = useCell(bench.board.canEdit)
  const showProgress = useCell(metrics, (settings) => settings.showProgress)
  return (
    <div data-toolbar className={styles.bar}>
      <BackButton />
      <ProjectTitle board={bench.board} />
      <div className={styles.side}>
        <PeoplePlace bench={bench} />
        <SavingMark bench={bench} />
        {showProgress && <ProgressRing board={bench.board} />}
        <ToolButton label="Export" Icon={Download} onClick={() => bench.dialog.set({ kind: 'export' })} />
        <ShareButton board={bench.board} />
      </div>
      {canEdit && <EditorTools bench={bench} metrics={metrics} />}
    </div>
  )
}

const EditorTools = ({ bench, metrics }: ToolbarProps) => (
  <fieldset aria-label="Tools" className={styles.tools}>
    <HistoryButton bench={bench} intent={undo} Icon={Undo} isReady={bench.board.canUndo} />
    <HistoryButton bench={bench} intent={redo} Icon={Redo} isReady={bench.board.canRedo} />
    <IntentButton bench={bench} intent={find} Icon={Search} />
    <ColourMenu bench={bench} />
    <OrientationMenu bench={bench} />
    <VisibilityMenu visibility={bench.visibility} />
    <MetricsMenu metrics={metrics} />
    <IntegrationsMenu board={bench.board} />
    <LazyPlace fallback={<span className={styles.tool} />}>
      <MoreTools bench={bench} />
    </LazyPlace>
  </fieldset>
)

interface HistoryButtonProps extends Omit<Parameters<typeof IntentButton>[0], 'isDisabled'> {
  readonly isReady: Cell<boolean>
}

function HistoryButton({ isReady, ...button }: HistoryButtonProps) {
  return <IntentButton {...button} isDisabled={!useCell(isReady)} />
}
