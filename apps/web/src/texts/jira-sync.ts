import { defineTexts, formatQuantity } from '@espalier/domain'

/** How a project and its nodes stay in sync with Jira: the menu, the mark on a node, the note in its details. */
export const jiraSyncTexts = defineTexts('jiraSync', {
  sync: 'Jira sync',
  connect: 'Connect Jira',
  settings: 'Jira settings',
  isOff: "Keep nodes and Jira issues in sync, using the owner's Jira account.",
  isOn: 'This project is kept in sync with Jira.',
  waiting: (count: number) => `${formatQuantity(count, 'node')} waiting to sync.`,
  allInSync: 'Every node is in sync with its Jira issue.',
  someNotInSync: (count: number) =>
    `In sync except for ${formatQuantity(count, 'node')}. Open a node with a red mark to see why.`,
  /** The reason is a sentence of the server. */
  notInSync: (reason: string) => `Not in sync with Jira: ${reason}`,
  /** Headings above the names of fields and of choices. */
  fieldsToSync: 'Also synced',
  fields: {
    assignee: 'Assignee, by email address',
    dueDate: 'Due date',
    estimate: 'Estimate',
    priority: 'Priority',
    labels: 'Tags as labels',
  },
  estimateInJira: 'Estimates in Jira',
  estimateAs: { points: 'Story points', time: 'Original estimate (time)' },
  linksFromJira: '“Blocks” links in Jira',
  linksAs: { blockers: 'Blocked by', parents: 'Extra parents' },
  issueInJira: (key: string) => `${key} in Jira`,
})
