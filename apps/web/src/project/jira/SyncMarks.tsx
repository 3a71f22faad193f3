import type { NodeId } from '@espalier/domain'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useCell } from '../../platform/cell.ts'
import { jiraSyncTexts } from '../../texts/jira-sync.ts'
import { getMapController, type MapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { findSyncProblem, getTrackerSync, pollTrackerSync } from './issue-sync.tsx'
import styles from './Sync.module.css'

/** Marks nodes on the canvas that differ from their issue. It is loaded only for synced projects. */
export function SyncMarks({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useEffect(() => pollTrackerSync(workspace.client), [workspace])
  useAnnouncedProblem(workspace)
  const map = getMapController(workspace.map)
  const layer = map.renderer.surface?.layer
  return layer === undefined ? null : createPortal(<SyncMarkLayer workspace={workspace} map={map} />, layer)
}

interface SyncMarkLayerProps {
  readonly workspace: ProjectWorkspace
  readonly map: MapController
}

function SyncMarkLayer({ workspace, map }: SyncMarkLayerProps) {
  const tracking = useCell(getTrackerSync(workspace.client))
  const { ids } = useCell(map.renderer.rendered)
  const drawn = new Set(ids)
  return (
    <div aria-hidden="true" className={styles.layer}>
      {(tracking?.nodes ?? []).map(({ nodeId, state, reason }) => {
        const rect = drawn.has(nodeId) ? map.renderer.scene.getRect(nodeId) : undefined
        if (rect === undefined) return null
        const at = { left: rect.left + rect.width, top: rect.top }
        return <span key={nodeId} className={styles.mark} style={at} title={reason} data-tracking={state} />
      })}
    </div>
  )
}

/** Announces the mark to people who reach a node by keyboard. */
function useAnnouncedProblem({ client, selection, map }: ProjectWorkspace): void {
  const current = useCell(selection, (selected): NodeId | null => selected.current)
  const reason = useCell(getTrackerSync(client), (tracking) =>
    current === null ? null : findSyncProblem(tracking, current),
  )
  useEffect(() => {
    if (reason !== null) map.announce(jiraSyncTexts.notInSync(reason))
  }, [map, reason])
}
