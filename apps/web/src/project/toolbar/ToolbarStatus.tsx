import { limits, type NodeId, percentDone } from '@espalier/domain'
import type { ProjectClient } from '@espalier/sync'
import CloudAlert from 'lucide-react/icons/cloud-alert'
import CloudCheck from 'lucide-react/icons/cloud-check'
import CloudUpload from 'lucide-react/icons/cloud-upload'
import { useEffect, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { afterPaint } from '../../platform/timing.ts'
import { toolbarTexts } from '../../texts/toolbar.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyBoundary, preloadableComponent } from '../../ui/lazy-component.tsx'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './Toolbar.module.css'

/** Shows whether edits are saved; offline, a click retries. It is hidden for viewers. */
export function SavingMark({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const saving = useCell(workspace.client.saving)
  const canEdit = useCell(workspace.client.canEdit)
  const isLocalCopy = useCell(workspace.client.isLocalCopy)
  const isOffline = saving.kind === 'offline'
  useEffect(() => {
    if (isOffline) workspace.map.announce(canEdit ? toolbarTexts.offlineForEditors : toolbarTexts.offline)
  }, [workspace, isOffline, canEdit])
  if (isLocalCopy && saving.kind === 'saved') return <LocalCopyMark />
  if (!canEdit && !isOffline) return null
  switch (saving.kind) {
    case 'offline':
      return (
        <Button size="small" variant="danger" title={toolbarTexts.tryAgain} onClick={() => workspace.client.tryAgain()}>
          <CloudAlert size={16} aria-hidden="true" />
          <span className={styles.word}>
            {saving.changes === 0 ? toolbarTexts.offline : toolbarTexts.offlineWithChanges(saving.changes)}
          </span>
        </Button>
      )
    case 'saving':
      return (
        <span className={styles.saving} title={toolbarTexts.saving}>
          <CloudUpload size={16} aria-hidden="true" />
          <span className={styles.word}>{toolbarTexts.saving}</span>
        </span>
      )
    case 'saved':
      return (
        <span className={styles.saving} title={toolbarTexts.saved}>
          <CloudCheck size={16} aria-hidden="true" />
          <span className={styles.word}>{toolbarTexts.saved}</span>
        </span>
      )
  }
}

/** The project was opened without an answer of the server, so others may have changed it. */
const LocalCopyMark = () => (
  <output className={styles.saving} title={toolbarTexts.localCopyHint}>
    <CloudAlert size={16} aria-hidden="true" />
    <span className={styles.word}>{toolbarTexts.localCopy}</span>
  </output>
)

const ringRadius = 11
const ringLength = 2 * Math.PI * ringRadius

const EstimateProgress = preloadableComponent(
  async () => (await import('../roll-up/EstimateProgress.tsx')).EstimateProgress,
)

interface ProgressRingProps {
  readonly client: ProjectClient
  readonly isByEstimate: boolean
}

/** Shows how much of the project is done as a ring. */
export function ProgressRing({ client, isByEstimate }: ProgressRingProps) {
  const [percent, setPercent] = useState(0)
  useEffect(() => {
    if (isByEstimate) return undefined
    // Counting ten thousand nodes after each change would take longer than the change itself.
    const doneIds = new Set<NodeId>()
    for (const { id, status } of client.nodes()) if (status === 'done') doneIds.add(id)
    let [isWaiting, isOver] = [false, false]
    const show = () => {
      isWaiting = false
      if (!isOver) setPercent(percentDone(doneIds.size, client.graph.livingCount))
    }
    show()
    // Rendering the ring would keep the change itself from being painted.
    const stop = client.listen(({ ids }) => {
      for (const id of ids) {
        if (client.node(id)?.status === 'done') doneIds.add(id)
        else doneIds.delete(id)
      }
      if (!isWaiting) afterPaint(show)
      isWaiting = true
    })
    return () => {
      isOver = true
      stop()
    }
  }, [client, isByEstimate])
  const name = toolbarTexts[isByEstimate ? 'percentDoneByEstimate' : 'percentDone'](percent)
  return (
    <span title={name} className={styles.progress}>
      {isByEstimate && (
        <LazyBoundary>
          <EstimateProgress client={client} onChange={setPercent} />
        </LazyBoundary>
      )}
      {/* An inline drawing has no image file. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg viewBox="0 0 28 28" role="img" aria-label={name}>
        <circle cx="14" cy="14" r={ringRadius} className={styles.ring} />
        <circle
          cx="14"
          cy="14"
          r={ringRadius}
          className={styles.done}
          strokeDasharray={`${(percent / limits.fullPercent) * ringLength} ${ringLength}`}
        />
      </svg>
      <span aria-hidden="true">{`${percent}%`}</span>
    </span>
  )
}
