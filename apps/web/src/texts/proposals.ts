import { defineTexts, formatQuantity } from '@espalier/domain'

const quote = (title: string): string => `“${title || 'Untitled'}”`
const list = (titles: readonly string[]): string => new Intl.ListFormat('en').format(titles.map(quote))

/** The panel with the proposals of a project, and what is drawn of them on the map. */
export const proposalTexts = defineTexts('proposals', {
  title: 'Proposals',
  close: 'Close proposals',
  none: 'Nothing is left to decide.',
  accept: 'Accept',
  reject: 'Reject',
  acceptAll: 'Accept all',
  acceptFitting: (count: number) => `Accept the ${count} that fit`,
  rejectAll: 'Reject all',
  withdraw: 'Withdraw',
  /** tokenName: the program that made it. */
  by: (name: string, tokenName: string | null) => (tokenName === null ? name : `${tokenName} for ${name}`),
  formerMember: 'Former member',
  readOnly: 'People who can edit this project decide about proposals.',
  acceptedNotice: (count: number) => `${formatQuantity(count, 'change')} accepted`,
  rejectedNotice: (count: number) => `${formatQuantity(count, 'change')} rejected`,
  withdrawn: 'Proposal withdrawn',
  arrived: (name: string, title: string) => `${name} proposes: ${title}`,
  undo: 'Undo',
  undone: 'The accepted changes were undone',
  offline: "You're offline. Decide when you're back online.",
  /** The reason is a sentence of the server. */
  problem: (reason: string) => `Does not fit: ${reason}`,
  alsoNeeds: (count: number) => `Also accepts ${formatQuantity(count, 'change')} that it builds on.`,

  add: (title: string) => `Add ${quote(title)}`,
  addBelow: (title: string, parent: string) => `Add ${quote(title)} below ${quote(parent)}`,
  addAbove: (title: string, child: string) => `Add ${quote(title)} above ${quote(child)}`,
  remove: (title: string) => `Delete ${quote(title)} and move its children up`,
  restore: (title: string) => `Restore ${quote(title)}`,
  rename: (before: string, after: string) => `Rename ${quote(before)} to ${quote(after)}`,
  move: (title: string, before: readonly string[], after: readonly string[]) =>
    `Move ${quote(title)} from ${before.length === 0 ? 'the top level' : list(before)} to ${after.length === 0 ? 'the top level' : list(after)}`,
  reorder: (title: string) => `Move ${quote(title)} among its siblings`,
  waitFor: (title: string, blockers: readonly string[]) => `Make ${quote(title)} wait for ${list(blockers)}`,
  stopWaiting: (title: string, blockers: readonly string[]) =>
    `Make ${quote(title)} no longer wait for ${list(blockers)}`,
  set: (title: string, field: string, before: string, after: string) =>
    `Set the ${field} of ${quote(title)}: ${before} → ${after}`,
  change: (title: string, field: string) => `Change the ${field} of ${quote(title)}`,
  unknownNode: 'a node that is gone',
  empty: 'none',
  statuses: { todo: 'to do', progress: 'in progress', done: 'done' },
})
