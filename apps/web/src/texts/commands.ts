import { defineTexts } from '@espalier/domain'

/** The palette of commands. */
export const commandTexts = defineTexts('commands', {
  title: 'Commands',
  search: 'Command',
  placeholder: 'Type a letter or a name',
  list: 'Available commands',
  noMatch: 'No command matches',
  back: 'All commands',
  /** A field of these nodes. */
  fieldOf: (field: string, nodes: string) => `${field}: ${nodes}`,
  done: 'Done',
})
