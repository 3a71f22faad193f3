import type { NodeId } from '@espalier/domain'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useCell } from '../../../platform/cell.ts'
import { canvasStageOf, type CanvasStage } from '../canvas/stage.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { followTracking, reasonOf, trackingOf } from './tracking.ts'
import styles from './Tracking.module.css'

/** Shows on the canvas which nodes are not as their issue. It is loaded for projects that are kept in step with one. */
export function Tracking({ bench }: { readonly bench: Workbench }) {
  useEffect(() => followTracking(bench.board), [bench])
  useSpoken(bench)
  const stage = canvasStageOf(bench.stage)
  const layer = stage.projection.surface?.layer
  return layer === undefined ? null : createPortal(<Marks bench={bench} stage={stage} />, layer)
}

interface MarksProps {
  readonly bench: Workbench
  readonly stage: CanvasStage
}

function Marks({ bench, stage }: MarksProps) {
  const tracking = useCell(trackingOf(bench.board))
  const { ids } = useCell(stage.projection.picture)
  const drawn = new Set(ids)
  return (
    <div aria-hidden="true" className={styles.layer}>
      {(tracking?.nodes ?? []).map(({ nodeId, state, reason }) => {
        const rect = drawn.has(nodeId) ? stage.projection.scene.rectOf(nodeId) : undefined
        if (rect === undefined) return null
        const at = { left: rect.left + rect.width, top: rect.top }
        return <span key={nodeId} className={styles.mark} style={at} title={reason} data-tracking={state} />
      })}
    </div>
  )
}

/** Whoever comes to a node by the keyboard hears what the mark says. */
function useSpoken({ board, selection, stage }: Workbench): void {
  const current = useCell(selection, (selected): NodeId | null => selected.current)
  const reason = useCell(trackingOf(board), (tracking) => (current === null ? null : reasonOf(tracking, current)))
  useEffect(() => {
    if (reason !== null) stage.announce(`Not in step with Jira: ${reason}`)
  }, [stage, reason])
}
