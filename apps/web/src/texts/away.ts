import { defineTexts, formatQuantity } from '@espalier/domain'

/** The sentence of what changed; <who> emphasizes people. */
interface AwaySummary {
  /** The one who changed most; empty when nobody knows them any more. */
  readonly name: string
  readonly others: number
  /** 0: only the project itself has changed. */
  readonly nodes: number
  /** Such as yesterday; null: unknown. */
  readonly when: string | null
}

/** The line about changes since the last visit, and their replay. */
export const awayTexts = defineTexts('away', {
  region: 'Since you were away',
  summary: ({ name, others, nodes, when }: AwaySummary) => {
    const people = `<who>${name || 'Someone'}</who>${others > 0 ? ` and ${formatQuantity(others, 'other')}` : ''}`
    const changed = nodes > 0 ? formatQuantity(nodes, 'node') : 'the project'
    return `${people} changed ${changed} since you were ${when === null ? 'last here' : `here ${when}`}`
  },
  yesterday: 'yesterday',
  /** The day is a date in the words of the browser. */
  onDay: (day: string) => `on ${day}`,
  show: 'Show',
  hide: 'Hide',
  replay: 'Replay',
  markSeen: 'Mark as seen',
  previous: 'Previous change',
  next: 'Next change',
  play: 'Play',
  pause: 'Pause',
  end: 'End replay',
  step: (at: number, count: number) => `${at} of ${count}`,
  /** A field before and after. */
  value: (label: string, before: string, after: string) => `${label}: ${before} → ${after}`,
  none: 'none',
  topLevel: 'top level',
  fields: {
    title: 'Title',
    status: 'Status',
    parents: 'Parent',
    blockers: 'Blocked by',
    startDate: 'Start date',
    dueDate: 'Due date',
    estimate: 'Estimate',
    priority: 'Priority',
  },
  statuses: { todo: 'To do', progress: 'In progress', done: 'Done' },
})
