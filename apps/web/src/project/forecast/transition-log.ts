import { type NodeId, type NodeTransition, toTransitionState, type TransitionState } from '@espalier/domain'
import type { NodeRecord, ProjectClient, ReplicaChange } from '@espalier/sync'
import type { NodeTransitions } from '../../api/transitions.ts'
import { type Cell, createCell } from '../../platform/cell.ts'
import { clock, whenIdle } from '../../platform/timing.ts'

type KnownNode = Omit<NodeTransitions, 'transitions'>

/** The status history of every node of a project: the stored transitions, and those seen since. */
export interface TransitionLog {
  /** The entries are unordered. */
  readonly entries: readonly NodeTransition[]
  /** Includes deleted nodes in their last state. */
  readonly nodes: ReadonlyMap<NodeId, KnownNode>
  /** Records a node's current state; undefined means deleted. Returns true when it changed. */
  record(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean
  /** Does the same when the server rejected what was recorded before. */
  revert(id: NodeId, node: NodeRecord | undefined, nowMs: number): boolean
}

export function createTransitionLog(histories: readonly NodeTransitions[]): TransitionLog {
  const nodes = new Map<NodeId, KnownNode>()
  const states = new Map<NodeId, TransitionState>()
  const entries: NodeTransition[] = []
  for (const { transitions, ...node } of histories) {
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
  /** A new object for every change. */
  | { readonly kind: 'known'; readonly ledger: TransitionLog }

interface FollowedTransitionLog {
  readonly state: Cell<TransitionLogState>
  /** Loads and listens until the returned function is called. */
  start(): () => void
  retry(): void
}

export type FetchNodeTransitions = (projectId: string) => Promise<readonly NodeTransitions[] | null>

/**
 * Transitions seen here have this page's time, and those missed offline have none: after a pause everything is
 * reloaded.
 */
const reloadDelayMs = 30_000

/** Loads the transitions of a project once and then follows its changes. */
export function followTransitionLog(client: ProjectClient, fetchLives: FetchNodeTransitions): FollowedTransitionLog {
  const state = createCell<TransitionLogState>({ kind: 'loading' })
  let ledger: TransitionLog | null = null
  let isTold = true
  let isStopped = true
  let rest: ReturnType<typeof setTimeout> | undefined

  function publish(): void {
    isTold = true
    if (ledger !== null && !isStopped) state.set({ kind: 'known', ledger })
  }

  function waitForRest(): void {
    clearTimeout(rest)
    rest = setTimeout(() => (client.saving.get().kind === 'saved' ? void load() : waitForRest()), reloadDelayMs)
  }

  function handleChange({ ids, origin }: ReplicaChange): void {
    if (ledger === null) return
    const apply = origin === 'rolled-back' ? ledger.revert : ledger.record
    const now = clock.now()
    // Titles and parents count too, because a branch may have other nodes now.
    let isNews = false
    for (const id of ids) isNews = apply(id, client.node(id), now) || isNews
    if (isNews) waitForRest()
    if (isTold) whenIdle(publish)
    isTold = false
  }

  async function load(): Promise<void> {
    const transitions = await fetchLives(client.projectId).catch(() => null)
    if (isStopped) return
    if (transitions !== null) {
      ledger = createTransitionLog(transitions)
      recordCurrentNodes(ledger, client)
      publish()
    } else if (ledger === null) state.set({ kind: 'failed' })
  }

  return {
    state,
    start() {
      isStopped = false
      const stopListening = client.listen(handleChange)
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

/** Records states that are not stored yet or changed while the request was pending. */
function recordCurrentNodes(ledger: TransitionLog, client: ProjectClient): void {
  const now = clock.now()
  for (const id of ledger.nodes.keys()) ledger.record(id, client.node(id), now)
  for (const node of client.nodes()) ledger.record(node.id, node, now)
}
