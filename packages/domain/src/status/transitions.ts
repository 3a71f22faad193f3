import type { NodeStatus } from './node-status.ts'

export const transitionStates = ['todo', 'progress', 'done', 'deleted'] as const
export type TransitionState = (typeof transitionStates)[number]

export interface Transition {
  /** Milliseconds since 1970. */
  readonly dt: number
  readonly from: TransitionState
  readonly to: TransitionState
}

export interface TransitionSubject {
  readonly status: NodeStatus
  readonly isDeleted: boolean
}

/** Deleted is a state like the others; a node that does not exist yet is in it. */
export const toTransitionState = (standing: TransitionSubject | null): TransitionState =>
  standing === null || standing.isDeleted ? 'deleted' : standing.status

/** The entry a change adds, or null where the state stays. Before null: the node is being created. */
export function createTransition(before: TransitionSubject | null, after: TransitionSubject, dt: number): Transition | null {
  const from = toTransitionState(before)
  const to = toTransitionState(after)
  return from === to ? null : { dt, from, to }
}

/** Whether each entry begins where the one before it ended, the first one in deleted. */
export function areTransitionsContinuous(transitions: readonly Transition[]): boolean {
  let state: TransitionState = 'deleted'
  for (const { from, to } of transitions) {
    if (from !== state || to === from) return false
    state = to
  }
  return true
}
