import { defineTexts, formatQuantity } from '@espalier/domain'

/** Announcements after an action, and names that depend on a node. Other names are in action-labels.ts. */
export const actionTexts = defineTexts('actions', {
  /** A selection where one node would be named by its title. */
  nodes: (count: number) => formatQuantity(count, 'node'),
  selected: (count: number) => `${formatQuantity(count, 'node')} selected`,
  statusChanged: {
    todo: (nodes: string) => `${nodes}: to do`,
    progress: (nodes: string) => `${nodes}: in progress`,
    done: (nodes: string) => `${nodes}: done`,
  },
  hideChildren: 'Hide children',
  showChildren: 'Show children',
  foldForMe: 'Fold for me',
  unfoldForMe: 'Unfold for me',
  foldedForMe: (nodes: string) => `Folded ${nodes} for you only`,
  unfoldedForMe: (nodes: string) => `Unfolded ${nodes} for you only`,
  folded: (title: string) => `Folded ${title}`,
  unfolded: (title: string) => `Unfolded ${title}`,
  deleted: (nodes: string) => `Deleted ${nodes}`,
  onlyVisibleNode: "You can't delete the only visible node",
  moved: {
    onto: (nodes: string, target: string) => `Moved ${nodes} under ${target}`,
    before: (nodes: string, target: string) => `Moved ${nodes} before ${target}`,
    after: (nodes: string, target: string) => `Moved ${nodes} after ${target}`,
  },
  removeLinkTo: (parent: string) => `Remove link to ${parent}`,
  parentAdded: (title: string, parent: string) => `${title} is also under ${parent}`,
  parentRemoved: (title: string, parent: string) => `${title} is no longer under ${parent}`,
  undo: 'Undo',
  undone: 'Undone',
  redone: 'Redone',
  copied: (count: number) => `Copied ${formatQuantity(count, 'node')}`,
  cut: (nodes: string) => `Cut ${nodes}`,
  pasted: (count: number) => `Pasted ${formatQuantity(count, 'node')}`,
})
