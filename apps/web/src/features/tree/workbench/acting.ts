import { type NodeId, plainTextOf } from '@espalier/domain'
import type { NodeRecord } from '@espalier/replica'
import type { Edited } from '../../../data/board/board.ts'
import type { Intent } from './intent.ts'
import type { Workbench } from './workbench.ts'

interface NodeIntent extends Omit<Intent, 'isOffered' | 'run'> {
  isOffered?(bench: Workbench, node: NodeRecord): boolean
  run(bench: Workbench, node: NodeRecord): void
}

const nodeIn = (bench: Workbench, id: NodeId | null): NodeRecord | undefined =>
  id === null ? undefined : bench.board.node(id)

/** An intent that needs a living node. */
export const nodeIntent = ({ isOffered, run, ...rest }: NodeIntent): Intent => ({
  ...rest,
  isOffered(bench, nodeId) {
    const node = nodeIn(bench, nodeId)
    return node !== undefined && (isOffered?.(bench, node) ?? true)
  },
  run(bench, nodeId) {
    const node = nodeIn(bench, nodeId)
    if (node !== undefined) run(bench, node)
  },
})

/** What is meant by a node: the whole selection where it is part of it, else itself. */
export function targetsOf(bench: Workbench, id: NodeId): readonly NodeId[] {
  const { ids } = bench.selection.get()
  return ids.has(id) && ids.size > 1 ? [...ids].filter((one) => bench.board.node(one) !== undefined) : [id]
}

export const titleOf = (bench: Workbench, id: NodeId): string => plainTextOf(bench.board.node(id)?.title ?? '')

/** 'Beds', or '3 nodes'. */
export const namesOf = (bench: Workbench, ids: readonly NodeId[]): string => {
  const [only] = ids
  return ids.length === 1 && only !== undefined ? titleOf(bench, only) : `${ids.length} nodes`
}

export const hasChildren = (bench: Workbench, id: NodeId): boolean => bench.board.graph.children(id).length > 0

export function select(bench: Workbench, id: NodeId): void {
  bench.selection.set({ ids: new Set([id]), current: id })
}

/** Selects it and stands on it. */
export function goTo(bench: Workbench, id: NodeId): void {
  select(bench, id)
  bench.stage.focus(id)
}

/** Why an edit was refused is said; true where it was made. */
export function isMade<Value>(
  bench: Workbench,
  edited: Edited<Value>,
): edited is { readonly ok: true; readonly value: Value } {
  if (!edited.ok) bench.say(edited.reason, 'failed')
  return edited.ok
}

/** On the canvas or nowhere: then moving the focus takes it from nobody. */
export function isCanvasFocused(): boolean {
  const active = document.activeElement
  return active === null || active === document.body || active.closest('[data-canvas], main:focus') !== null
}
