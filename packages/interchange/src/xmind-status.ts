import type { NodeStatus } from '@espalier/domain'

/** Task markers of XMind: `task-start` is an empty pie, `task-done` a full one, all others lie between. */
export function readMarkerStatus(markers: readonly string[]): NodeStatus {
  const tasks = markers.filter((marker) => marker.startsWith('task-') && marker !== 'task-start')
  if (tasks.length === 0) return 'todo'
  return tasks.includes('task-done') ? 'done' : 'progress'
}

export const markerByStatus: Readonly<Record<NodeStatus, string | undefined>> = {
  todo: undefined,
  progress: 'task-half',
  done: 'task-done',
}
