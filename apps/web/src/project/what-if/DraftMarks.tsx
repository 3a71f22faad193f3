import { createPortal } from 'react-dom'
import { useCell } from '../../platform/cell.ts'
import { getMapController, type MapController } from '../map/rendering/map-controller.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import type { DraftStore } from './draft-store.ts'
import styles from './WhatIf.module.css'

interface DraftMarksProps {
  readonly workspace: ProjectWorkspace
  readonly store: DraftStore
}

/** Draws a dashed frame on the map around each node that the draft changes. The panel has the same for screen readers. */
export function DraftMarks({ workspace, store }: DraftMarksProps) {
  const isMap = useCell(workspace.view, (view) => view === 'map')
  return isMap ? <MarkLayer map={getMapController(workspace.map)} store={store} /> : null
}

function MarkLayer({ map, store }: { readonly map: MapController; readonly store: DraftStore }) {
  const { changes } = useCell(store.judged)
  // Nodes move when the layout does.
  useCell(map.renderer.rendered)
  const layer = map.renderer.surface?.layer
  if (layer === undefined || changes.length === 0) return null
  const ids = [...new Set(changes.map(({ nodeId }) => nodeId))]
  return createPortal(
    <div aria-hidden="true" className={styles.layer}>
      {ids.map((id) => {
        const rect = map.getRect(id)
        if (rect === undefined) return null
        const { left, top, width, height } = rect
        return <div key={id} className={styles.mark} style={{ left, top, width, height }} data-draft="true" />
      })}
    </div>,
    layer,
  )
}
