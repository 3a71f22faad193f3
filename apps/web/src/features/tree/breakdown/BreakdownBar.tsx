import type { NodeId } from '@espalier/domain'
import { type RefObject, useEffect, useRef } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { Button } from '../../../ui/Button.tsx'
import { goToNode, selectNode, getPlainTitle } from '../workbench/acting.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './BreakdownBar.module.css'
import type { BreakdownIdeas } from './ideas.ts'
import { IdeaChips } from './IdeaChips.tsx'
import { IdeaRow } from './IdeaRow.tsx'
import { liftNodesAboveBar } from './lift-above.ts'
import { formatIdeaCount } from './texts.ts'

interface BreakdownBarProps {
  readonly workspace: ProjectWorkspace
  readonly ideas: BreakdownIdeas
}

/** What came of a node's breakdown, for whoever asked: to be kept, or changed and dropped one by one. */
export function BreakdownBar({ workspace, ideas }: BreakdownBarProps) {
  const { ids, isRunning } = useCell(ideas.state)
  const bar = useRef<HTMLElement>(null)
  const keepButton = useRef<HTMLButtonElement>(null)
  const isOver = ids.length === 0 && !isRunning
  useEffect(() => {
    if (!isOver) return
    ideas.keepAll()
    workspace.overlay.set(null)
  }, [workspace, ideas, isOver])
  useEffect(() => {
    const section = bar.current
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      keepButton.current?.click()
    }
    section?.addEventListener('keydown', press)
    return () => section?.removeEventListener('keydown', press)
  }, [])
  useLiftedNodes(workspace, ideas.nodeId, ids, bar)
  if (isOver) return null
  const title = getPlainTitle(workspace, ideas.nodeId)
  const name = ids.length === 0 ? `Ideas for ${title} are on their way` : formatIdeaCount(ids.length, title)
  const keep = (): void => {
    const isInside = bar.current?.contains(document.activeElement) === true
    ideas.keepAll()
    workspace.overlay.set(null)
    if (isInside) goToNode(workspace, ids[0] ?? ideas.nodeId)
  }
  const drop = (id: NodeId): void => {
    const at = ids.indexOf(id)
    const next = ids[at + 1] ?? ids[at - 1]
    const isByKeys = bar.current?.contains(document.activeElement) === true
    const said = `Dropped ${getPlainTitle(workspace, id)}`
    if (!ideas.discard(id)) return
    workspace.map.announce(said)
    if (next === undefined) goToNode(workspace, ideas.nodeId)
    else if (isByKeys) bar.current?.querySelector<HTMLElement>(`[data-idea="${next}"] button:last-child`)?.focus()
  }
  const edit = (id: NodeId): void => {
    selectNode(workspace, id)
    workspace.map.reveal(id)
    workspace.editing.set({ nodeId: id, isNew: false, typed: null })
  }
  return (
    <section ref={bar} aria-label={name} aria-busy={isRunning} className={styles.bar}>
      <header className={styles.head}>
        <strong className={styles.name}>{name}</strong>
        {isRunning && <span aria-hidden="true" className={styles.running} />}
        <Button ref={keepButton} id="keep-ideas" variant="primary" size="small" disabled={ids.length === 0} onClick={keep}>
          Keep all
        </Button>
      </header>
      <IdeaChips ids={ids} onEdit={edit} onDrop={drop} />
      <ul className={styles.list}>
        {ids.map((id) => (
          <IdeaRow key={id} workspace={workspace} id={id} onEdit={edit} onDrop={drop} />
        ))}
      </ul>
    </section>
  )
}

/** The bar grows with what comes; each time the node and its ideas make way. */
function useLiftedNodes(
  { map }: ProjectWorkspace,
  nodeId: NodeId,
  ids: readonly NodeId[],
  place: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const [bar, ground] = [place.current, place.current?.parentElement]
      if (bar === null || ground == null) return
      liftNodesAboveBar(map, nodeId, ids, { bar: bar.getBoundingClientRect(), ground: ground.getBoundingClientRect() })
    })
    return () => cancelAnimationFrame(frame)
  }, [map, nodeId, ids, place])
}
