import type { NodeId } from '@espalier/domain'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { isMade, namesOf, titleOf } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './NodePicker.module.css'
import { findPickable, movedIds, type Pickable, pickableIds, type PickKind } from './pickable.ts'

interface NodePickerProps {
  readonly bench: Workbench
  readonly kind: PickKind
  readonly nodeId: NodeId
}

/** Chooses a new parent by name: the way to move and to link without dragging. */
export function NodePicker({ bench, kind, nodeId }: NodePickerProps) {
  const [query, setQuery] = useState('')
  const ids = useMemo(() => movedIds(bench, kind, nodeId), [bench, kind, nodeId])
  const candidates = useMemo(() => pickableIds(bench, ids), [bench, ids])
  const found = useMemo(() => findPickable(bench, candidates, query), [bench, candidates, query])
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const close = () => bench.dialog.set(null)
  const choose = (target: Pickable | undefined) => {
    if (target === undefined) return
    close()
    hang(bench, kind, ids, target.id)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') step(list.current, 1)
    else if (event.key === 'ArrowUp') step(list.current, -1)
    else if (event.key === 'Enter' && event.target === field.current) choose(found[0])
    else return
    event.preventDefault()
  }
  const name = namesOf(bench, ids)
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
          <Choice key={pickable.id} pickable={pickable} onKeyDown={press} onChoose={() => choose(pickable)} />
        ))}
      </ul>
      {found.length === 0 && <output>No node fits.</output>}
      <div className={styles.end}>
        <Button onClick={close}>Cancel</Button>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  readonly pickable: Pickable
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onChoose: () => void
}

const Choice = ({ pickable, onKeyDown, onChoose }: ChoiceProps) => (
  <li>
    <button type="button" className={styles.choice} onKeyDown={onKeyDown} onClick={onChoose}>
      <span>{pickable.title}</span>
      {pickable.below !== '' && <span className={styles.below}>{`below ${pickable.below}`}</span>}
    </button>
  </li>
)

/** From the search field into the list, along it, and back. */
function step(list: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = buttons[at < 0 ? (by === 1 ? 0 : buttons.length - 1) : (at + by + buttons.length) % buttons.length]
  next?.focus()
}

function hang(bench: Workbench, kind: PickKind, ids: readonly NodeId[], targetId: NodeId): void {
  const { edits } = bench.board
  const [first] = ids
  if (first === undefined) return
  const edited = kind === 'move-to' ? edits.move(ids, { side: 'onto', targetId }) : edits.addParent(first, targetId)
  if (!isMade(bench, edited)) return
  const done = kind === 'move-to' ? 'Moved' : 'Linked'
  bench.stage.announce(`${done} ${namesOf(bench, ids)} under ${titleOf(bench, targetId)}`)
  bench.stage.focus(first)
}
