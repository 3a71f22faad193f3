import { defineTexts, formatQuantity } from '@espalier/domain'

/** Lenses over the map, and what the details say about a node's place in the schedule. */
export const lensTexts = defineTexts('lens', {
  kinds: {
    none: 'None',
    ready: 'Ready now',
    critical: 'Critical path',
    mine: 'Mine',
    overdue: 'Overdue',
    changed: 'Changed since my last visit',
  },
  nodes: (count: number) => formatQuantity(count, 'node'),
  amounts: {
    points: (amount: number) => formatQuantity(amount, 'point'),
    hours: (amount: number) => formatQuantity(amount, 'hour'),
    days: (amount: number) => formatQuantity(amount, 'day'),
  },
  noEstimates: 'Nothing open has an estimate',
  /** The changes since the last visit. */
  notLoaded: "The changes couldn't be loaded. Check your connection and try again.",
  remove: 'Remove lens',
  blocked: 'This node is blocked',
  /** A blocker of an ancestor. */
  blocksAbove: (ancestor: string) => `blocks “${ancestor}”`,
  /** The dates of a node do not fit its blocker. */
  startsTooEarly: (blocker: string, due: string) => `This node starts before “${blocker}” is due (${due})`,
  slack: 'Slack',
  earliestStart: 'Earliest start',
  atOnce: 'At once',
  after: (amount: string) => `After ${amount} of work`,
  critical: 'None: it is on the critical path',
})
