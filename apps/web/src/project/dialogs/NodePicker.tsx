import {
  findSearchHits,
  getAncestorIds,
  getDescendantIds,
  type NodeId,
  toPlainText,
  toSearchText,
} from '@espalier/domain'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { nodePickerTexts as texts } from '../../texts/node-picker.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { acceptedOrNotify, describeNodes, getActionTargets, getPlainTitle } from '../actions/action.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { listInTreeOrder } from '../workspace/tree-order.ts'
import styles from './NodePicker.module.css'

interface NodePickerProps {
  readonly workspace: ProjectWorkspace
  readonly kind: PickKind
  readonly nodeId: NodeId
}

/** Chooses a new parent by name, so that nodes can be moved and linked without dragging. */
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
    <Dialog title={kind === 'move-to' ? texts.moveTitle(name) : texts.addParentTitle(name)} onClose={close}>
      <label className={styles.search}>
        {texts.search}
        <input
          ref={field}
          type="text"
          autoComplete="off"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={press}
        />
      </label>
      <ul ref={list} aria-label={texts.nodes} className={styles.list}>
        {found.map((pickable) => (
          <NodeChoice key={pickable.id} pickable={pickable} onKeyDown={press} onChoose={() => choose(pickable)} />
        ))}
      </ul>
      {found.length === 0 && <output>{texts.noMatch}</output>}
      <div className={styles.end}>
        <Button onClick={close}>{texts.cancel}</Button>
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
      <span translate="no">{pickable.title}</span>
      {pickable.below !== '' && <span className={styles.below}>{texts.inParent(pickable.below)}</span>}
    </button>
  </li>
)

/** Moves between the search field and the list, and along it. */
function moveFocus(list: HTMLElement | null, by: 1 | -1): void {
  const buttons = [...(list?.querySelectorAll('button') ?? [])]
  const at = buttons.findIndex((button) => button === document.activeElement)
  const next = buttons[at < 0 ? (by === 1 ? 0 : buttons.length - 1) : (at + by + buttons.length) % buttons.length]
  next?.focus()
}

function attachToParent(workspace: ProjectWorkspace, kind: PickKind, ids: readonly NodeId[], targetId: NodeId): void {
  const { edits } = workspace.client
  const [first] = ids
  if (first === undefined) return
  const edited = kind === 'move-to' ? edits.move(ids, { side: 'onto', targetId }) : edits.addParent(first, targetId)
  if (!acceptedOrNotify(workspace, edited)) return
  const announcement = kind === 'move-to' ? texts.moved : texts.parentAdded
  workspace.map.announce(announcement(describeNodes(workspace, ids), getPlainTitle(workspace, targetId)))
  workspace.map.focus(first)
}

type PickKind = 'move-to' | 'add-parent'

/** A node that can be chosen, with the data that distinguishes it from others of the same name. */
interface PickableNode {
  readonly id: NodeId
  readonly title: string
  /** The title of its parent; empty for a root. */
  readonly below: string
}

/**
 * Returns the nodes that may become a parent: not the nodes themselves, their descendants, or their current parents.
 */
function listPickableIds(workspace: ProjectWorkspace, nodeIds: readonly NodeId[]): readonly NodeId[] {
  const { graph } = workspace.client
  const forbidden = new Set(nodeIds)
  for (const id of nodeIds) {
    for (const below of getDescendantIds(graph, id)) forbidden.add(below)
    for (const parentId of graph.node(id)?.parentIds ?? []) forbidden.add(parentId)
  }
  return listInTreeOrder(graph).filter((id) => !forbidden.has(id))
}

/** Returns the nodes a choice applies to: a move takes the whole selection without descendants of selected nodes. */
function listMovedIds(workspace: ProjectWorkspace, kind: PickKind, nodeId: NodeId): readonly NodeId[] {
  if (kind === 'add-parent') return [nodeId]
  const ids = getActionTargets(workspace, nodeId)
  const asked = new Set(ids)
  return ids.filter((id) => [...getAncestorIds(workspace.client.graph, id)].every((above) => !asked.has(above)))
}

/** Nobody reads more before typing another letter. */
const maxShownNodes = 50

function findPickableNodes(
  workspace: ProjectWorkspace,
  ids: readonly NodeId[],
  query: string,
): readonly PickableNode[] {
  const named = ids.map((id) => ({
    id,
    text: toSearchText({ title: workspace.client.node(id)?.title ?? '', body: '' }),
  }))
  const found = findSearchHits(named, query) ?? ids
  return found.slice(0, maxShownNodes).map((id) => {
    const parentId = workspace.client.node(id)?.parentIds[0]
    return {
      id,
      title: getPlainTitle(workspace, id),
      below: parentId === undefined ? '' : toPlainText(workspace.client.node(parentId)?.title ?? ''),
    }
  })
}
