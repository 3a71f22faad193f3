import { type NodeId, toPlainText } from '@espalier/domain'
import Pencil from 'lucide-react/icons/pencil'
import Cross from 'lucide-react/icons/x'
import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { breakdownBarTexts as texts } from '../../texts/breakdown-bar.ts'
import { Button } from '../../ui/Button.tsx'
import { selectNode } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import styles from './BreakdownBar.module.css'

interface IdeaRowProps {
  readonly workspace: ProjectWorkspace
  readonly id: NodeId
  readonly onEdit: (id: NodeId) => void
  readonly onDiscard: (id: NodeId) => void
}

export function IdeaRow({ workspace, id, onEdit, onDiscard }: IdeaRowProps) {
  const { client } = workspace
  const node = useSyncExternalStore(
    (listener) => client.listenTo(id, listener),
    () => client.node(id),
  )
  const title = toPlainText(node?.title ?? '')
  // The canvas shows which idea is meant.
  const show = (): void => {
    selectNode(workspace, id)
    workspace.map.reveal(id)
  }
  return (
    <li className={styles.row} data-idea={id} aria-label={title} translate="no">
      <span className={styles.title}>{title}</span>
      <Button variant="quiet" size="small" translate="yes" onFocus={show} onClick={() => onEdit(id)}>
        {texts.edit}
      </Button>
      <Button variant="quiet" size="small" translate="yes" onFocus={show} onClick={() => onDiscard(id)}>
        {texts.discard}
      </Button>
    </li>
  )
}

interface IdeaChipsProps {
  readonly ids: readonly NodeId[]
  readonly onEdit: (id: NodeId) => void
  readonly onDiscard: (id: NodeId) => void
}

/**
 * Draws the same two buttons on each child on the canvas; without text, which would count as the node's own. The
 * keyboard reaches them in the bar.
 */
export function IdeaChips({ ids, onEdit, onDiscard }: IdeaChipsProps) {
  const drawn = useSyncExternalStore(subscribeToDrawnNodes, () =>
    ids.filter((id) => findDrawnNode(id) !== null).join(' '),
  )
  return drawn.split(' ').map((id) => {
    const box = findDrawnNode(id)
    return (
      box !== null &&
      createPortal(
        <span className={styles.chips}>
          <button type="button" tabIndex={-1} aria-label={texts.edit} title={texts.edit} onClick={() => onEdit(id)}>
            <Pencil aria-hidden="true" size={14} />
          </button>
          <button
            type="button"
            tabIndex={-1}
            aria-label={texts.discard}
            title={texts.discard}
            onClick={() => onDiscard(id)}
          >
            <Cross aria-hidden="true" size={14} />
          </button>
        </span>,
        box,
        id,
      )
    )
  })
}

const findDrawnNode = (id: NodeId): Element | null => document.querySelector(`[data-canvas] [data-node-id="${id}"]`)

/** Nodes enter and leave the document as the viewport moves. */
function subscribeToDrawnNodes(listener: () => void): () => void {
  const canvas = document.querySelector('[data-canvas]')
  if (canvas === null) return () => undefined
  const changes = new MutationObserver(listener)
  changes.observe(canvas, { childList: true, subtree: true })
  return () => changes.disconnect()
}
