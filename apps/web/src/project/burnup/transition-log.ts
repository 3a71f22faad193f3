import { type NodeId, type NodeTransition, toTransitionState, type TransitionState } from '@espalier/domain'
import type { NodeRecord, ProjectClient, ReplicaChange } from '@espalier/sync'
import type { NodeTransitions } from '../../api/transitions.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import { clock, whenIdle } from '../../platform/timing.ts'

type KnownNode = Omit<NodeTransitions, 'transitions'>

/** What became of every node of a project: as it is stored, and after it what was seen since. */
export interface TransitionLog {
  /** In no order. */
  readonly entries: readonly NodeTransition[]
  /** Deleted ones too, as they were last. */
  readonly nodes: ReadonlyMap<NodeId, KnownNode>
  /** How a node is now; undefined is deleted. True: that is news. */
  record(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean
  /** The same, where the server did not do what was noted before. */
  revert(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean
}

export function createTransitionLog(lives: readonly NodeTransitions[]): TransitionLog {
  const nodes = new Map<NodeId, KnownNode>()
  const states = new Map<NodeId, TransitionState>()
  const entries: NodeTransition[] = []
  for (const { transitions, ...node } of lives) {
    nodes.set(node.id, node)
    for (const { dt, from, to } of transitions) entries.push({ nodeId: node.id, dt, from, to })
    states.set(node.id, transitions.at(-1)?.to ?? 'deleted')
  }
  const stored = entries.length

  function note(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean {
    if (node !== undefined) nodes.set(id, { id, title: node.title, parentIds: node.parentIds })
    const from = states.get(id) ?? 'deleted'
    const to = toTransitionState(node ?? null)
    if (from === to) return false
    entries.push({ nodeId: id, dt: nowMs, from, to })
    states.set(id, to)
    return true
  }

  return {
    entries,
    nodes,
    record: note,
    revert(id, node, nowMs) {
      const at = entries.findLastIndex(({ nodeId }) => nodeId === id)
      const last = entries[at]
      if (last === undefined || at < stored || last.from !== toTransitionState(node ?? null))
        return note(id, node, nowMs)
      entries.splice(at, 1)
      states.set(id, last.from)
      return true
    },
  }
}

export type TransitionLogState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  /** Another object whenever there is news. */
  | { readonly kind: 'known'; readonly ledger: TransitionLog }

interface FollowedTransitionLog {
  readonly state: Cell<TransitionLogState>
  /** Asks and listens until what it answers is called. */
  start(): () => void
  retry(): void
}

export type FetchNodeTransitions = (projectId: string) => Promise<readonly NodeTransitions[] | null>

/** What is seen on this page has this page's time, and what was missed offline has none: after a rest all is read anew. */
const reloadDelayMs = 30_000

/** The transitions of a project, asked for once and then kept up to date from what the board shows. */
export function followTransitionLog(board: ProjectClient, fetchLives: FetchNodeTransitions): FollowedTransitionLog {
  const state = createCell<TransitionLogState>({ kind: 'loading' })
  let ledger: TransitionLog | null = null
  let isTold = true
  let isStopped = true
  let rest: ReturnType<typeof setTimeout> | undefined

  function tell(): void {
    isTold = true
    if (ledger !== null && !isStopped) state.set({ kind: 'known', ledger })
  }

  function waitForRest(): void {
    clearTimeout(rest)
    rest = setTimeout(() => (board.saving.get().kind === 'saved' ? void load() : waitForRest()), reloadDelayMs)
  }

  function hear({ ids, origin }: ReplicaChange): void {
    if (ledger === null) return
    const take = origin === 'rolled-back' ? ledger.revert : ledger.record
    const now = clock.now()
    // Titles and parents count too: a branch may have other nodes now.
    let isNews = false
    for (const id of ids) isNews = take(id, board.node(id), now) || isNews
    if (isNews) waitForRest()
    if (isTold) whenIdle(tell)
    isTold = false
  }

  async function load(): Promise<void> {
    const lives = await fetchLives(board.projectId).catch(() => null)
    if (isStopped) return
    if (lives !== null) {
      ledger = createTransitionLog(lives)
      recordCurrentNodes(ledger, board)
      tell()
    } else if (ledger === null) state.set({ kind: 'failed' })
  }

  return {
    state,
    start() {
      isStopped = false
      const stopListening = board.listen(hear)
      void load()
      return () => {
        isStopped = true
        clearTimeout(rest)
        stopListening()
      }
    },
    retry() {
      state.set({ kind: 'loading' })
      void load()
    },
  }
}

/** What is not stored yet, or was changed while the answer was on its way. */
function recordCurrentNodes(ledger: TransitionLog, board: ProjectClient): void {
  const now = clock.now()
  for (const id of ledger.nodes.keys()) ledger.record(id, board.node(id), now)
  for (const node of board.nodes()) ledger.record(node.id, node, now)
}
