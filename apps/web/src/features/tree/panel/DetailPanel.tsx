import { isEmptyBody, type NodeId, plainTextOf } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import { RichText } from '../../../ui/rich-text/RichText.tsx'
import { TrackingNote } from '../tracking/TrackingNote.tsx'
import { closePanel } from '../workbench/intents/writing.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { Description } from './Description.tsx'
import styles from './DetailPanel.module.css'
import side from './SidePanel.module.css'
import { makeRoom } from './make-room.ts'

/** So many characters have room in the heading even in the narrowest panel. */
const mostUnscrolled = 100

const statusTexts = { todo: 'Status: to do', progress: 'Status: in progress', done: 'Status: done' } as const

/** What a node says of itself, beside the canvas. */
export function DetailPanel({ bench }: { readonly bench: Workbench }) {
  const nodeId = useCell(bench.panel)
  const [firstId] = useState(nodeId)
  const node = useNode(bench, nodeId)
  const canEdit = useCell(bench.board.canEdit)
  // Who loses the right while writing keeps the text before them.
  const [editableId, setEditableId] = useState<NodeId | null>(null)
  if (canEdit && editableId !== nodeId) setEditableId(nodeId)
  const place = useRoom(bench, nodeId)
  const isEditor = canEdit || editableId === nodeId
  if (node === undefined || (!isEditor && isEmptyBody(node.body))) return null
  const close = () => closePanel.run(bench, null)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <aside ref={place} aria-label="Node details" className={side.panel}>
      <div role="presentation" className={side.contents} onKeyDown={press}>
        <Head node={node} onClose={close} />
        <TrackingNote bench={bench} node={node} />
        {isEditor ? (
          <Description key={node.id} bench={bench} nodeId={node.id} takesFocus={node.id === firstId} />
        ) : (
          <RichText html={node.body} className={styles.text} />
        )}
      </div>
    </aside>
  )
}

function Head({ node, onClose }: { readonly node: NodeRecord; readonly onClose: () => void }) {
  const title = plainTextOf(node.title)
  return (
    <header className={styles.head}>
      <div>
        {/* A long title scrolls, for which those without a pointer need the focus there. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <h2 className={styles.title} dir="auto" tabIndex={title.length > mostUnscrolled ? 0 : undefined}>
          {title}
        </h2>
        <p className={styles.status}>{statusTexts[node.status]}</p>
      </div>
      <Button look="quiet" size="small" aria-label="Close panel" title="Close panel" onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </Button>
    </header>
  )
}

/** Once the canvas has made way, the node is moved out from under the panel. */
function useRoom({ stage }: Workbench, nodeId: NodeId | null) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const panel = place.current?.getBoundingClientRect()
        if (panel === undefined || nodeId === null) return
        stage.reveal(nodeId)
        makeRoom(stage, nodeId, panel)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [stage, nodeId])
  return place
}

function useNode({ board }: Workbench, id: NodeId | null): NodeRecord | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : board.listenTo(id, listener)),
    [board, id],
  )
  return useSyncExternalStore(subscribe, () => (id === null ? undefined : board.node(id)))
}
