import { limits, type NodeId } from '@espalier/domain'
import { type RefObject, useEffect, useRef } from 'react'
import { requestBreakdown } from '../../api/breakdown.ts'
import { useCell } from '../../platform/cell.ts'
import { isMotionReduced } from '../../platform/timing.ts'
import { breakdownBarTexts as texts } from '../../texts/breakdown-bar.ts'
import { Button } from '../../ui/Button.tsx'
import { getPlainTitle, goToNode, isCanvasFocused, selectNode } from '../actions/action.ts'
import { liftNodesAboveBar } from '../details/uncover-node.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { type BreakdownIdeas, trackBreakdownIdeas } from './breakdown-ideas.ts'
import { IdeaChips, IdeaRow } from './idea-list.tsx'
import { waitUntilSaved } from './project-link-actions.ts'
import styles from './BreakdownBar.module.css'

/** Breaks a node down and shows the result. Everything else stays possible meanwhile. */
export async function startBreakdown(workspace: ProjectWorkspace, nodeId: NodeId): Promise<void> {
  if (!(await waitUntilSaved(workspace.client))) return workspace.notify(texts.offline, 'failed')
  const title = getPlainTitle(workspace, nodeId)
  const ideas = trackBreakdownIdeas(workspace.client, nodeId, (id) => animateFromParent(workspace, nodeId, id))
  const bar = <BreakdownBar key={nodeId} workspace={workspace} ideas={ideas} />
  workspace.overlay.set(bar)
  workspace.map.announce(texts.started(title))
  const answer = await requestBreakdown(nodeId)
  if (!answer.ok) workspace.notify(answer.message, 'failed')
  await ideas.finish(answer.ok ? answer.value : [])
  const count = ideas.state.get().ids.length
  if (count === 0 && workspace.overlay.get() === bar) workspace.overlay.set(null)
  if (count === 0) return
  workspace.map.announce(texts.finished(count, title))
  // A person who has moved on keeps their focus.
  const isWaiting =
    workspace.selection.get().current === nodeId && workspace.editing.get() === null && isCanvasFocused()
  if (isWaiting && workspace.overlay.get() === bar) document.getElementById('keep-ideas')?.focus()
}

interface BreakdownBarProps {
  readonly workspace: ProjectWorkspace
  readonly ideas: BreakdownIdeas
}

/** Shows the ideas of a node's breakdown, to be kept, edited, or discarded one by one. */
function BreakdownBar({ workspace, ideas }: BreakdownBarProps) {
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
  const name = ids.length === 0 ? texts.waiting(title) : texts.ideas(ids.length, title)
  const keepIdeas = (): void => {
    const isInside = bar.current?.contains(document.activeElement) === true
    ideas.keepAll()
    workspace.overlay.set(null)
    if (isInside) goToNode(workspace, ids[0] ?? ideas.nodeId)
  }
  const discard = (id: NodeId): void => {
    const at = ids.indexOf(id)
    const next = ids[at + 1] ?? ids[at - 1]
    const isByKeys = bar.current?.contains(document.activeElement) === true
    const announcement = texts.discarded(getPlainTitle(workspace, id))
    if (!ideas.discard(id)) return
    workspace.map.announce(announcement)
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
        <Button
          ref={keepButton}
          id="keep-ideas"
          variant="primary"
          size="small"
          disabled={ids.length === 0}
          onClick={keepIdeas}
        >
          {texts.keepAll}
        </Button>
      </header>
      <IdeaChips ids={ids} onEdit={edit} onDiscard={discard} />
      <ul className={styles.list}>
        {ids.map((id) => (
          <IdeaRow key={id} workspace={workspace} id={id} onEdit={edit} onDiscard={discard} />
        ))}
      </ul>
    </section>
  )
}

/** The bar grows with each idea, so the node and its ideas move out of its way each time. */
function useLiftedNodes(
  { map }: ProjectWorkspace,
  nodeId: NodeId,
  ids: readonly NodeId[],
  barRef: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const [bar, ground] = [barRef.current, barRef.current?.parentElement]
      if (bar === null || ground == null) return
      liftNodesAboveBar(map, nodeId, ids, { bar: bar.getBoundingClientRect(), ground: ground.getBoundingClientRect() })
    })
    return () => cancelAnimationFrame(frame)
  }, [map, nodeId, ids, barRef])
}

const ideaAnimationMs = 3 * limits.transitionMs.max

/** Animates a new child out of its parent. */
function animateFromParent(workspace: ProjectWorkspace, parentId: NodeId, id: NodeId): void {
  if (isMotionReduced()) return
  requestAnimationFrame(() => {
    const [from, to] = [workspace.map.getRect(parentId), workspace.map.getRect(id)]
    const box = document.querySelector(`[data-node-id="${id}"]`)
    if (from === undefined || to === undefined || box === null) return
    const start = { transform: `translate(${from.left - to.left}px, ${from.top - to.top}px)`, opacity: 0 }
    box.animate([start, { transform: 'none', opacity: 1 }], { duration: ideaAnimationMs, easing: 'ease-out' })
  })
}
