import { defineTexts, formatQuantity, type TimeResolution } from '@espalier/domain'

/** The burn-up chart, its forecast and the nodes of each step. Dates and numbers arrive formatted. */
export const burnupTexts = defineTexts('burnup', {
  heading: 'Burn-up',
  headingOfBranch: (title: string) => `Burn-up of ${title}`,
  resolution: 'Time resolution',
  resolutions: { second: 'second', minute: 'minute', hour: 'hour', day: 'day', week: 'week', month: 'month' },
  close: 'Close burn-up',
  wholeProject: 'Whole project',
  resize: 'Resize burn-up',
  resizeHint: 'Drag to resize, or use the arrow keys',
  size: (width: number, height: number) => `${width} by ${height} pixels`,

  loading: 'Counting…',
  notLoaded: "The burn-up couldn't be loaded. Check your connection and try again.",
  tryAgain: 'Try again',
  empty: 'Nothing to count yet. The chart starts with your first node.',

  chart: 'Burn-up chart',
  table: (resolution: TimeResolution) => `Burn-up by ${resolution}`,
  period: 'Period',
  scope: 'Scope',
  done: 'Done',
  scopeCount: (count: string) => `Scope ${count}`,
  doneCount: (count: string) => `Done ${count}`,
  figures: (period: string, scope: number, done: number) => `${period}: scope ${scope}, done ${done}`,
  week: (monday: string) => `Week of ${monday}`,
  periods: (first: string, last: string) => `${first} to ${last}`,
  weeks: (firstMonday: string, lastMonday: string) => `Week of ${firstMonday} to ${lastMonday}`,

  allDone: 'Everything is done.',
  doneAround: (date: string) => `At the recent pace, everything will be done around ${date}, if nothing is added.`,
  doneBetween: (earliest: string, latest: string) =>
    `At the recent pace, everything will be done between ${earliest} and ${latest}, if nothing is added.`,
  noForecast: {
    'too-little': (resolution: TimeResolution) =>
      `A forecast appears after nodes are marked as done in three different ${resolution}s.`,
    stalled: 'No forecast: nothing was finished for a while. Mark a node as done to get a new one.',
    'too-far': 'At the recent pace, the end is more than a hundred years away.',
  },

  stepHeading: (period: string, count: number) => `${period}: ${formatQuantity(count, 'node')}`,
  stepNodes: 'Nodes of this step',
  closeStep: 'Close list',
  moreNodes: (count: string) => `and ${count} more`,
  untitled: 'Untitled',
  /** The event of a node in a step. */
  stepParts: { created: 'created', resolved: 'done', reopened: 'reopened', deleted: 'deleted' },
  wentToNode: (title: string) => `At ${title}`,
})
