import type { NodeStatus } from '@espalier/domain'

const ringPath = 'M-7 0a7 7 0 1 1 14 0a7 7 0 1 1-14 0zM-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z'

/** A status by its shape, as on the canvas: a ring, a half-filled ring, a tick. Filled paths around the middle, 14 units wide. */
export const statusPaths: Readonly<Record<NodeStatus, string>> = {
  todo: ringPath,
  progress: `${ringPath}M0-5a5 5 0 0 0 0 10z`,
  done: 'M-7 .5l2.4-2.4l3 3l6.2-7.2l2.4 2.4l-8.6 9.6z',
}

export const planStatuses = ['todo', 'progress', 'done'] as const satisfies readonly NodeStatus[]

export const planStatusLabels: Readonly<Record<NodeStatus, string>> = {
  todo: 'To do',
  progress: 'In progress',
  done: 'Done',
}
