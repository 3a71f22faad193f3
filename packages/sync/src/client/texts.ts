import { defineTexts, formatQuantity } from '@espalier/domain'

/** The names of collaborators who have not given theirs. */
export const collaboratorTexts = defineTexts('sync.collaborator', {
  guest: 'Guest',
  someone: 'Someone',
})

export const connectionTexts = defineTexts('sync.connection', { noAnswer: 'The server does not answer.' })

/** Descriptions of pending changes. `node` is one of the three texts of `changedNode`. */
export const pendingChangeTexts = defineTexts('sync.pending-change', {
  changedNode: {
    titled: (title: string) => `“${title}”`,
    deleted: 'a deleted node',
    several: (count: number) => formatQuantity(count, 'node'),
  },
  add: (title: string) => `Add “${title}”`,
  renameTo: (title: string) => `Rename to “${title}”`,
  rename: (node: string) => `Rename ${node}`,
  describe: (node: string) => `Describe ${node}`,
  delete: (node: string) => `Delete ${node}`,
  restore: (node: string) => `Bring back ${node}`,
  status: (node: string) => `Change the status of ${node}`,
  fold: (node: string) => `Fold ${node}`,
  unfold: (node: string) => `Unfold ${node}`,
  color: (node: string) => `Color ${node}`,
  link: (node: string) => `Link ${node}`,
  move: (node: string) => `Move ${node}`,
  layout: 'Change the layout direction',
  field: (node: string, field: string) => `Change the ${field} of ${node}`,
})
