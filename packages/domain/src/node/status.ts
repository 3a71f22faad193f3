import { limits } from '../core/limits.ts'
import { defineTexts } from '../core/texts.ts'

export const nodeStatuses = ['todo', 'progress', 'done'] as const
export type NodeStatus = (typeof nodeStatuses)[number]

export const isNodeStatus = (value: unknown): value is NodeStatus =>
  (nodeStatuses as readonly unknown[]).includes(value)

/** A missing status is todo. */
export const statusOrTodo = (value: NodeStatus | null | undefined): NodeStatus => value ?? 'todo'

const statusAfter: Readonly<Record<NodeStatus, NodeStatus>> = { todo: 'progress', progress: 'done', done: 'todo' }

/** Returns the status after a click on the status icon. */
export const nextStatus = (status: NodeStatus): NodeStatus => statusAfter[status]

export type StatusCounts = Readonly<Record<NodeStatus, number>>

/** done: every existing node is done, and there is one. todo: none is in progress or done. Otherwise progress. */
export function getCompletionStatus({ todo, progress, done }: StatusCounts): NodeStatus {
  if (progress === 0 && done === 0) return 'todo'
  return todo === 0 && progress === 0 ? 'done' : 'progress'
}

/** Returns the share of existing nodes that are done, in whole percent. */
export const percentDone = (done: number, all: number): number =>
  all === 0 ? 0 : Math.round((done / all) * limits.fullPercent)

export const completionLabels = defineTexts('domain.completion', {
  todo: 'Unstarted',
  progress: 'In Progress',
  done: 'Completed',
} satisfies Record<NodeStatus, string>)

export const transitionStates = ['todo', 'progress', 'done', 'deleted'] as const
export type TransitionState = (typeof transitionStates)[number]

export interface Transition {
  /** Milliseconds since 1970. */
  readonly dt: number
  readonly from: TransitionState
  readonly to: TransitionState
}

const isTransitionState = (value: unknown): value is TransitionState =>
  (transitionStates as readonly unknown[]).includes(value)

/**
 * Parses a list of entries from outside and drops unknown properties. Returns undefined if it is not a list of entries.
 */
export function parseTransitions(value: unknown): readonly Transition[] | undefined {
  if (!Array.isArray(value)) return undefined
  const transitions: Transition[] = []
  for (const entry of value as readonly unknown[]) {
    const { dt, from, to }: { dt?: unknown; from?: unknown; to?: unknown } = { ...(entry as object | null) }
    if (typeof dt !== 'number' || !Number.isFinite(dt) || !isTransitionState(from) || !isTransitionState(to)) {
      return undefined
    }
    transitions.push({ dt, from, to })
  }
  return transitions
}

export interface TransitionSubject {
  readonly status: NodeStatus
  readonly isDeleted: boolean
}

/** Deleted is a state like the others; a node that does not exist yet is in it. */
export const toTransitionState = (standing: TransitionSubject | null): TransitionState =>
  standing === null || standing.isDeleted ? 'deleted' : standing.status

/** Returns the entry a change adds, or null when the state stays. Before null: the node is being created. */
export function createTransition(
  before: TransitionSubject | null,
  after: TransitionSubject,
  dt: number,
): Transition | null {
  const from = toTransitionState(before)
  const to = toTransitionState(after)
  return from === to ? null : { dt, from, to }
}

/** Returns whether each entry begins where the previous one ended, the first one in deleted. */
export function areTransitionsContinuous(transitions: readonly Transition[]): boolean {
  let state: TransitionState = 'deleted'
  for (const { from, to } of transitions) {
    if (from !== state || to === from) return false
    state = to
  }
  return true
}
