import { defineTexts } from '@espalier/domain'

/** The texts of the page "My work". */
export const myWorkTexts = defineTexts('my-work', {
  title: 'My work',
  loading: 'Loading',
  groupBy: 'Group by',
  grouping: { date: 'Date', project: 'Project' },
  groups: {
    overdue: 'Overdue',
    today: 'Today',
    week: 'This week',
    later: 'Later',
    undated: 'No date',
  },
  /** For screen readers, who do not see a count beside its heading. */
  groupWithCount: (group: string, count: number) => `${group}, ${count}`,
  keys: '<key>↑</key> <key>↓</key> to move, <key>Space</key> to mark as done, <key>Enter</key> to open in the project',
  markDone: (title: string) => `Mark as done: ${title}`,
  done: (title: string) => `“${title}” is done`,
  undo: 'Undo',
  viewerOnly: (project: string) =>
    `You can view “${project}” but not change it. Ask its owner for the role of an editor.`,
  gone: (title: string) => `“${title}” does not exist any more.`,
  untitled: 'Untitled',
  due: (date: string) => `Due ${date}`,
  overdue: (date: string) => `Overdue since ${date}`,
  waiting: 'Waits for its children',
  priorities: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
  priority: (name: string) => `Priority: ${name}`,
  inProgress: 'In progress',
  more: 'Show more',
  empty: {
    heading: 'Nothing is assigned to you',
    explanation:
      'When somebody assigns a node to you, in any project, it appears here with its due date and the goals it serves. You can assign nodes to yourself in the details of a node.',
    projects: 'Open my projects',
  },
  failed: 'Your work could not be loaded',
  failedAdvice: 'Nothing is lost. Check your connection, or try again in a moment.',
  tryAgain: 'Try again',
})
