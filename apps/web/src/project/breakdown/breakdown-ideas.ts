import { formatQuantity, type NodeId } from '@espalier/domain'
import type { ProjectClient, ReplicaChange } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { randomId } from '../../platform/crypto.ts'

interface BreakdownIdeasState {
  /** Those that are there, in the order in which they came. */
  readonly ids: readonly NodeId[]
  /** More may come. */
  readonly isRunning: boolean
}

/** What was made of one node, for whoever asked. All of it is one undo step. */
export interface BreakdownIdeas {
  readonly nodeId: NodeId
  readonly state: Cell<BreakdownIdeasState>
  /** True: it is gone. */
  discard(id: NodeId): boolean
  /** The answer names them all; some may still be on their way here. Ends when they have come. */
  finish(ids: readonly NodeId[]): Promise<void>
  /** They are looked at no longer; what is on its way still belongs to them. */
  keepAll(): void
}

export function trackBreakdownIdeas(
  board: ProjectClient,
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
  const isThere = (id: NodeId): boolean => board.node(id) !== undefined
  const show = (next: Partial<BreakdownIdeasState>): void => shown.set({ ...shown.get(), ...next })
  const take = (ids: readonly NodeId[]): void => {
    const fresh = ids.filter((id) => !known.has(id) && isThere(id))
    if (fresh.length === 0) return
    for (const id of fresh) known.add(id)
    board.edits.adopt(fresh, key)
    show({ ids: [...shown.get().ids, ...fresh] })
    fresh.forEach(onCome)
  }
  const look = ({ ids, origin }: ReplicaChange): void => {
    const isMade = (id: NodeId): boolean => origin === 'made' && board.node(id)?.parentIds[0] === nodeId
    take(ids.filter((id) => expected.has(id) || isMade(id)))
    // Who is told of and not there was deleted on the way.
    for (const id of ids) if (!isThere(id)) expected.delete(id)
    const { ids: before } = shown.get()
    if (!before.every(isThere)) show({ ids: before.filter(isThere) })
    endIfDone()
  }
  const stop = board.listen(look)
  const endIfDone = (): void => {
    if (!isAnswered || ![...expected].every((id) => known.has(id))) return
    if (shown.get().isRunning) show({ isRunning: false })
    allHaveCome?.()
    if (isKept) stop()
  }
  return {
    nodeId,
    state: shown,
    discard: (id) => board.edits.deleteBranches([id], key).ok,
    finish(ids) {
      for (const id of ids) expected.add(id)
      isAnswered = true
      take(ids)
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

/** '3 ideas for Pears'. */
export const formatIdeaCount = (count: number, title: string): string => `${formatQuantity(count, 'idea')} for ${title}`
