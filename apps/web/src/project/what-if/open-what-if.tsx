import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { createCell, useCell, type WritableCell } from '../../platform/cell.ts'
import type { FetchNodeTransitions } from '../forecast/transition-log.ts'
import { getMapController, type MapController } from '../map/rendering/map-controller.ts'
import { leaveFilter } from '../workspace/filter-state.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { createDraftStore, type DraftStore } from './draft-store.ts'
import { WhatIfPanel } from './WhatIfPanel.tsx'
import styles from './WhatIf.module.css'

interface WhatIfPartProps {
  readonly workspace: ProjectWorkspace
  readonly store: DraftStore
  readonly isFocusWanted: WritableCell<boolean>
  readonly fetch: FetchNodeTransitions | undefined
  onClose(): void
}

/** There is room for one panel. While another is open the draft stays, and its marks with it. */
function WhatIfPart({ workspace, store, ...panel }: WhatIfPartProps) {
  const hasDetails = useCell(workspace.detailsNodeId, (id) => id !== null)
  const hasHistory = useCell(workspace.isHistoryOpen)
  const hasProposals = useCell(workspace.proposals, (shown) => shown?.isOpen === true)
  return (
    <>
      <DraftMarks workspace={workspace} store={store} />
      {!hasDetails && !hasHistory && !hasProposals && <WhatIfPanel workspace={workspace} store={store} {...panel} />}
    </>
  )
}

/** Draws a dashed frame on the map around each node that the draft changes. The panel has the same for screen readers. */
function DraftMarks({ workspace, store }: Pick<WhatIfPartProps, 'workspace' | 'store'>) {
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

/** Opens the panel when it is requested by the dialog's name, so that menus need not know this part. */
export function WhatIfOpener({ workspace }: { readonly workspace: ProjectWorkspace }) {
  useEffect(() => {
    workspace.dialog.set(null)
    openWhatIf(workspace)
  }, [workspace])
  return null
}

/** Opens the panel with an empty draft, or goes back to the draft that is there. */
export function openWhatIf(workspace: ProjectWorkspace, fetch?: FetchNodeTransitions): void {
  const { client, draft, detailsNodeId, isHistoryOpen, proposals } = workspace
  detailsNodeId.set(null)
  isHistoryOpen.set(false)
  if (proposals.get()?.isOpen === true) proposals.get()?.toggle()
  const open = draft.get()
  if (open !== null) return open.focus()
  const store = createDraftStore(client)
  const stop = store.start()
  const isFocusWanted = createCell(true)
  const close = (): void => {
    draft.set(null)
    stop()
    leaveFilter(workspace)
  }
  draft.set({
    client: store.client,
    part: (
      <WhatIfPart workspace={workspace} store={store} isFocusWanted={isFocusWanted} fetch={fetch} onClose={close} />
    ),
    focus: () => isFocusWanted.set(true),
  })
}
