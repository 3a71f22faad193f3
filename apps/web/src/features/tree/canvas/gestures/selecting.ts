import type { NodeId } from '@espalier/domain'
import { select } from '../../workbench/acting.ts'
import type { Selection, Workbench } from '../../workbench/workbench.ts'
import type { CanvasStage } from '../stage.ts'

/** Gives a node the focus and leaves the view where it is: what is pressed must not move away under the finger. */
export function standOn(bench: Workbench, stage: CanvasStage, id: NodeId): void {
  if (bench.editing.get()?.nodeId === id) return
  const drawn = stage.focusing.elementOf(id)
  if (drawn === null) stage.focusing.focus(id)
  else drawn.focus({ preventScroll: true })
}

export function pressNode(bench: Workbench, stage: CanvasStage, id: NodeId, isToggle: boolean): void {
  if (bench.board.node(id) === undefined) return
  if (isToggle) bench.selection.set(toggled(bench.selection.get(), id))
  else select(bench, id)
  const { current } = bench.selection.get()
  if (current === null) leaveNodes(stage)
  else standOn(bench, stage, current)
}

function toggled({ ids }: Selection, id: NodeId): Selection {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return { ids: next, current: next.has(id) ? id : ([...next].at(-1) ?? null) }
}

export function clearSelection(bench: Workbench, stage: CanvasStage): void {
  bench.selection.set({ ids: new Set(), current: null })
  leaveNodes(stage)
}

/** A node, or a text that is being written, would otherwise go on taking the keys of a person who turned to the ground. */
function leaveNodes(stage: CanvasStage): void {
  const main = stage.projection.surface?.root.closest('main')
  if (main != null) main.focus({ preventScroll: true })
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}
