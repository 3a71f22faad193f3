export const nodeStatuses = ['todo', 'progress', 'done'] as const
export type NodeStatus = (typeof nodeStatuses)[number]

export const isNodeStatus = (value: unknown): value is NodeStatus =>
  (nodeStatuses as readonly unknown[]).includes(value)

/** A missing status is todo. */
export const statusOrTodo = (value: NodeStatus | null | undefined): NodeStatus => value ?? 'todo'

const statusAfter: Readonly<Record<NodeStatus, NodeStatus>> = { todo: 'progress', progress: 'done', done: 'todo' }

/** What a click on the status icon makes of it. */
export const nextStatus = (status: NodeStatus): NodeStatus => statusAfter[status]
