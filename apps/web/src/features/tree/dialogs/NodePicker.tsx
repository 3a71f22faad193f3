import type { NodeId } from '@espalier/domain'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { acceptedOrNotify, describeNodes, getPlainTitle } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './NodePicker.module.css'
import { findPickableNodes, listMovedIds, type PickableNode, listPickableIds, type PickKind } from './pickable.ts'

interface NodePickerProps {
  readonly workspace: ProjectWorkspace
  readonly kind: PickKind
  readonly nodeId: NodeId
}

/** Chooses a new parent by name: the way to move and to link without dragging. */
export function NodePicker({ workspace, kind, nodeId }: NodePickerProps) {
  const [query, setQuery] = useState('')
  const ids = useMemo(() => listMovedIds(workspace, kind, nodeId), [workspace, kind, nodeId])
  const candidates = useMemo(() => listPickableIds(workspace, ids), [workspace, ids])
  const found = useMemo(() => findPickableNodes(workspace, candidates, query), [workspace, candidates, query])
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const close = () => workspace.dialog.set(null)
  const choose = (target: PickableNode | undefined) => {
    if (target === undefined) return
    close()
    attachToParent(workspace, kind, ids, target.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') moveFocus(list.current, 1)
    else if (event.key === 'ArrowUp') moveFocus(list.current, -1)
    else if (event.key === 'Enter' && event.target === field.current) choose(found[0])
    else return
    event.preventDefault()
  }
  const name = describeNodes(workspace, ids)
  return (
    <Dialog title={kind === 'move-to' ? `Move ${name} to ...` : `Add a parent to ${name}`} onClose={close}>
      <label className={styles.search}>
        Search nodes
        <input
          ref={field}
          type="text"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={press}
        />
      </label>
      <ul ref={list} aria-label="Nodes" className={styles.list}>
        {found.map((pickable) => (
          <NodeChoice key={pickable.id} pickable={pickable} onKeyDown={press} onChoose={() => choose(pickable)} />
        ))}
      </ul>
      {found.length === 0 && <output>No node fits.</output>}
      <div className={styles.end}>
        <Button onClick={close}>Cancel</Button>
      </div>
    </Dialog>
  )
}

interface NodeChoiceProps {
  readonly pickable: PickableNode
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onChoose: () => void
}

const NodeChoice = ({ pickable, onKeyDown, onChoose }: NodeChoiceProps) => (
  <li>
    <button type="button" className={styles.choice} onKeyDown={onKeyDown} onClick={onChoose}>
      <span>{pickable.title}</span>
      {pickable.below !== '' && <span className={styles.below}>{`below ${pickable.below}`}</span>}
    </button>
  </li>
)

/** From the search field into the list, along it, and back. */
function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = buttons[at < 0 ? (by === 1 ? 0 : buttons.length - 1) : (at + by + buttons.length) % buttons.length]
  next?.focus()
}

function attachToParent(workspace: ProjectWorkspace, kind: PickKind, ids: readonly NodeId[], targetId: NodeId): void {
  const { edits } = workspace.board
  const [first] = ids
  if (first === undefined) return
  const edited = kind === 'move-to' ? edits.move(ids, { side: 'onto', targetId }) : edits.addParent(first, targetId)
  if (!acceptedOrNotify(workspace, edited)) return
  const done = kind === 'move-to' ? 'Moved' : 'Linked'
  workspace.map.announce(`${done} ${describeNodes(workspace, ids)} under ${getPlainTitle(workspace, targetId)}`)
  workspace.map.focus(first)
}
