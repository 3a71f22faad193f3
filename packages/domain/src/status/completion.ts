import { limits } from '../limits.ts'
import { type NodeStatus, statusOrTodo } from './node-status.ts'

export type StatusCounts = Readonly<Record<NodeStatus, number>>

interface CountedNode {
  readonly status?: NodeStatus | null | undefined
  readonly isDeleted: boolean
}

/** How many living nodes are in each status. */
export function countStatuses(nodes: Iterable<CountedNode>): StatusCounts {
  const counts = { todo: 0, progress: 0, done: 0 }
  for (const node of nodes) if (!node.isDeleted) counts[statusOrTodo(node.status)] += 1
  return counts
}

/** done: every living node is, and there is one. todo: none is in progress or done. Otherwise progress. */
export function getCompletionStatus({ todo, progress, done }: StatusCounts): NodeStatus {
  if (progress === 0 && done === 0) return 'todo'
  return todo === 0 && progress === 0 ? 'done' : 'progress'
}

/** The doughnut: the share of living nodes that are done, in whole percent. */
export function percentDone({ todo, progress, done }: StatusCounts): number {
  const all = todo + progress + done
  return all === 0 ? 0 : Math.round((done / all) * limits.fullPercent)
}

export const completionLabels: Readonly<Record<NodeStatus, string>> = {
  todo: 'Unstarted',
  progress: 'In Progress',
  done: 'Completed',
}
