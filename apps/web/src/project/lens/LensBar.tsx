import type { ProjectClient } from '@espalier/sync'
import Close from 'lucide-react/icons/x'
import { useEffect } from 'react'
import { useCell } from '../../platform/cell.ts'
import { lensTexts as texts } from '../../texts/lens.ts'
import { getProjectSchedule } from '../schedule/project-schedule.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import { useDerivedModel } from '../workspace/derived-model.ts'
import { noLens } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { followLens } from './follow-lens.ts'
import styles from './LensBar.module.css'

/** Names the lens over the canvas as long as it dims something, and says what is in it. */
export function LensBar({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const { kind, found } = useCell(workspace.lens)
  const planned = useCell(workspace.draft)?.client ?? workspace.client
  useEffect(() => followLens(workspace, planned), [workspace, planned])
  return (
    <div className={styles.bar} data-lens={kind}>
      <output className={styles.text}>
        {kind !== 'none' && <strong className={styles.name}>{texts.kinds[kind]}</strong>}
        {found !== null && <span>{texts.nodes(found.size)}</span>}
        {kind === 'critical' && found !== null && <CriticalLength client={planned} />}
      </output>
      <ToolButton label={texts.remove} Icon={Close} onClick={() => workspace.lens.set(noLens)} />
    </div>
  )
}

function CriticalLength({ client }: { readonly client: ProjectClient }) {
  const unit = useCell(client.project, ({ estimateUnit }) => estimateUnit)
  const length = useDerivedModel(getProjectSchedule(client)).getCriticalLength()
  // Without an estimate every chain is as long as every other.
  return <span>{length === 0 ? texts.noEstimates : texts.amounts[unit](length)}</span>
}
