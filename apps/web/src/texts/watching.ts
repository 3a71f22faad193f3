import { defineTexts } from '@espalier/domain'

const about = (title: string): string => `“${title || 'Untitled'}”`

/** Watching and muting a node or a project. */
export const watchTexts = defineTexts('watching', {
  menu: 'Notifications about comments',
  thisNode: 'This node',
  wholeProject: 'The whole project',
  watch: 'Watch',
  mute: 'Mute',
  usual: 'As usual',
  done: {
    all: (title: string) => `You are notified of every comment on ${about(title)}`,
    mine: (title: string) => `You are notified of what concerns you in ${about(title)}`,
    none: (title: string) => `You are not notified of anything about ${about(title)}`,
  },
  undo: 'Undo',
})
