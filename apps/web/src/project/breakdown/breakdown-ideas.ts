import type { NodeId } from '@espalier/domain'
import type { ProjectClient, ReplicaChange } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { randomId } from '../../platform/crypto.ts'

interface BreakdownIdeasState {
  /** The existing ideas in the order of their arrival. */
  readonly ids: readonly NodeId[]
  /** More may arrive. */
  readonly isRunning: boolean
}

/** The ideas for one node. All of them are one undo step. */
export interface BreakdownIdeas {
  readonly nodeId: NodeId
  readonly state: Cell<BreakdownIdeasState>
  /** Returns true when it was deleted. */
  discard(id: NodeId): boolean
  /** The answer names all ideas; some may not have arrived yet. Resolves when they have. */
  finish(ids: readonly NodeId[]): Promise<void>
  /** Ends the review; ideas that still arrive belong to it. */
  keepAll(): void
}

export function trackBreakdownIdeas(
  client: ProjectClient,
  nodeId: NodeId,
  onCome: (id: NodeId) => void,
): BreakdownIdeas {
  const key = `ideas ${randomId()}`
  const shown = createCell<BreakdownIdeasState>({ ids: [], isRunning: true })
  const known = new Set<NodeId>()
  const expected = new Set<NodeId>()
  let isAnswered = false
  let isKept = false
  let allHaveCome: (() => void) | null = null
  const isThere = (id: NodeId): boolean => client.node(id) !== undefined
  const show = (next: Partial<BreakdownIdeasState>): void => shown.set({ ...shown.get(), ...next })
  const addIdeas = (ids: readonly NodeId[]): void => {
    const fresh = ids.filter((id) => !known.has(id) && isThere(id))
    if (fresh.length === 0) return
    for (const id of fresh) known.add(id)
    client.edits.adopt(fresh, key)
    show({ ids: [...shown.get().ids, ...fresh] })
    fresh.forEach(onCome)
  }
  const handleChange = ({ ids, origin }: ReplicaChange): void => {
    const isMade = (id: NodeId): boolean => origin === 'made' && client.node(id)?.parentIds[0] === nodeId
    addIdeas(ids.filter((id) => expected.has(id) || isMade(id)))
    // An idea that is named but missing was deleted meanwhile.
    for (const id of ids) if (!isThere(id)) expected.delete(id)
    const { ids: before } = shown.get()
    if (!before.every(isThere)) show({ ids: before.filter(isThere) })
    endIfDone()
  }
  const stop = client.listen(handleChange)
  const endIfDone = (): void => {
    if (!isAnswered || ![...expected].every((id) => known.has(id))) return
    if (shown.get().isRunning) show({ isRunning: false })
    allHaveCome?.()
    if (isKept) stop()
  }
  return {
    nodeId,
    state: shown,
    discard: (id) => client.edits.deleteBranches([id], key).ok,
    finish(ids) {
      for (const id of ids) expected.add(id)
      isAnswered = true
      addIdeas(ids)
      return new Promise((resolve) => {
        allHaveCome = resolve
        endIfDone()
      })
    },
    keepAll() {
      isKept = true
      endIfDone()
    },
  }
}
