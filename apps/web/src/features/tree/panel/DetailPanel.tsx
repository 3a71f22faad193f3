import { isEmptyBody, type NodeId, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import { RichText } from '../../../ui/rich-text/RichText.tsx'
import { IssueNote } from '../tracking/TrackingNote.tsx'
import { closeDetailsAction } from '../workbench/intents/writing.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { DescriptionField } from './Description.tsx'
import styles from './DetailPanel.module.css'
import side from './SidePanel.module.css'
import { uncoverNode } from './make-room.ts'

/** So many characters have room in the heading even in the narrowest panel. */
const maxUnscrolledTitle = 100

const statusTexts = { todo: 'Status: to do', progress: 'Status: in progress', done: 'Status: done' } as const

/** What a node says of itself, beside the canvas. */
export function DetailsPanel({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const nodeId = useCell(workspace.detailsNodeId)
  const [firstId] = useState(nodeId)
  const node = useNodeRecord(workspace, nodeId)
  const canEdit = useCell(workspace.board.canEdit)
  // Who loses the right while writing keeps the text before them.
  const [editableId, setEditableId] = useState<NodeId | null>(null)
  if (canEdit && editableId !== nodeId) setEditableId(nodeId)
  const place = useUncoveredNode(workspace, nodeId)
  const isEditor = canEdit || editableId === nodeId
  if (node === undefined || (!isEditor && isEmptyBody(node.body))) return null
  const close = () => closeDetailsAction.run(workspace, null)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <aside ref={place} aria-label="Node details" className={side.panel}>
      <div role="presentation" className={side.contents} onKeyDown={press}>
        <DetailsHead node={node} onClose={close} />
        <IssueNote workspace={workspace} node={node} />
        {isEditor ? (
          <DescriptionField key={node.id} workspace={workspace} nodeId={node.id} takesFocus={node.id === firstId} />
        ) : (
          <RichText html={node.body} className={styles.text} />
        )}
      </div>
    </aside>
  )
}

function DetailsHead({ node, onClose }: { readonly node: NodeRecord; readonly onClose: () => void }) {
  const title = toPlainText(node.title)
  return (
    <header className={styles.head}>
      <div>
        {/* A long title scrolls, for which those without a pointer need the focus there. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <h2 className={styles.title} dir="auto" tabIndex={title.length > maxUnscrolledTitle ? 0 : undefined}>
          {title}
        </h2>
        <p className={styles.status}>{statusTexts[node.status]}</p>
      </div>
      <Button variant="quiet" size="small" aria-label="Close panel" title="Close panel" onClick={onClose}>
        <X size={18} aria-hidden="true" />
      </Button>
    </header>
  )
}

/** Once the canvas has made way, the node is moved out from under the panel. */
function useUncoveredNode({ map }: ProjectWorkspace, nodeId: NodeId | null) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const panel = place.current?.getBoundingClientRect()
        if (panel === undefined || nodeId === null) return
        map.reveal(nodeId)
        uncoverNode(map, nodeId, panel)
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [map, nodeId])
  return place
}

function useNodeRecord({ board }: ProjectWorkspace, id: NodeId | null): NodeRecord | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (id === null ? () => undefined : board.listenTo(id, listener)),
    [board, id],
  )
  return useSyncExternalStore(subscribe, () => (id === null ? undefined : board.node(id)))
}
