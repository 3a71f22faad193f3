import { defineTexts, formatQuantity } from '@espalier/domain'

/** The person who made a change. */
export interface HistoryActor {
  /** Empty when nobody knows it any more. */
  readonly name: string
  /** The person who reads the history. */
  readonly isYou: boolean
  /** The access token of a program that acted for the person. */
  readonly tokenName?: string | null
}

/** The nodes of one change, named by the title of the first. */
export interface ChangedNodes {
  readonly title: string
  readonly count: number
}

const quote = (title: string): string => `“${title || 'Untitled'}”`

function who({ name, isYou, tokenName }: HistoryActor): string {
  const person = isYou ? 'You' : name || 'Someone'
  return `<who>${tokenName == null ? person : `${tokenName} (${person})`}</who>`
}

/** “Pear”, or 3 nodes. */
const nodes = ({ title, count }: ChangedNodes): string => (count > 1 ? formatQuantity(count, 'node') : quote(title))

/** “Pear”, or “Pear” and 12 more nodes. */
const firstAndMore = ({ title, count }: ChangedNodes): string =>
  count > 1 ? `${quote(title)} and ${formatQuantity(count - 1, 'more node', 'more nodes')}` : quote(title)

/** “A” and “B”, or the top level when there is no parent. */
const places = (parents: readonly string[]): string =>
  parents.length === 0 ? 'the top level' : new Intl.ListFormat('en').format(parents.map(quote))

/** The panel with the changes of a project. Every kind of change is one sentence; <who> emphasizes the person. */
export const historyTexts = defineTexts('history', {
  title: 'History',
  close: 'Close history',
  loading: 'Loading',
  notLoaded: "The history couldn't be loaded. Check your connection and try again.",
  tryAgain: 'Try again',
  showMore: 'Show more',
  noOlder: 'Older changes are no longer kept.',
  today: 'Today',
  yesterday: 'Yesterday',
  someone: 'Someone',
  goToNode: 'Go to the node',
  nodeDeleted: 'This node has been deleted. Undo its deletion first.',
  undo: 'Undo this change',
  undone: 'Change undone',
  /** The sentence is one of those below. */
  byUndo: (sentence: string) => `${sentence} (undo)`,

  project: {
    created: (by: HistoryActor) => `${who(by)} created the project`,
    changed: (by: HistoryActor) => `${who(by)} changed the project`,
    renamed: (by: HistoryActor, before: string, after: string) =>
      `${who(by)} renamed the project from ${quote(before)} to ${quote(after)}`,
    named: (by: HistoryActor, after: string) => `${who(by)} renamed the project to ${quote(after)}`,
    described: (by: HistoryActor) => `${who(by)} changed the description of the project`,
    turned: (by: HistoryActor) => `${who(by)} changed the layout direction`,
    json: (by: HistoryActor) => `${who(by)} changed the JSON of the project`,
    deleted: (by: HistoryActor) => `${who(by)} moved the project to Trash`,
    undeleted: (by: HistoryActor) => `${who(by)} restored the project from Trash`,
    archived: (by: HistoryActor) => `${who(by)} archived the project`,
    unarchived: (by: HistoryActor) => `${who(by)} unarchived the project`,
    activated: (by: HistoryActor) => `${who(by)} made the project active`,
    deactivated: (by: HistoryActor) => `${who(by)} made the project inactive`,
    listChanged: {
      tags: (by: HistoryActor) => `${who(by)} changed the tags of the project`,
      stages: (by: HistoryActor) => `${who(by)} changed the stages of the project`,
      fieldDefinitions: (by: HistoryActor) => `${who(by)} changed the fields of the project`,
      views: (by: HistoryActor) => `${who(by)} changed saved views`,
      estimateUnit: (by: HistoryActor) => `${who(by)} changed the unit of estimates`,
    },
    jiraSyncOn: (by: HistoryActor) => `${who(by)} turned on Jira sync`,
    jiraSyncOff: (by: HistoryActor) => `${who(by)} turned off Jira sync`,
    jiraFieldsChanged: (by: HistoryActor) => `${who(by)} changed which fields are synced with Jira`,
    openedToLink: (by: HistoryActor) => `${who(by)} let anyone with the link view the project`,
    restricted: (by: HistoryActor) => `${who(by)} restricted the project to people added to it`,
    editorsMayShare: (by: HistoryActor) => `${who(by)} let editors change who has access`,
    onlyOwnerMayShare: (by: HistoryActor) => `${who(by)} let only the owner change who has access`,
    shared: (by: HistoryActor, people: number) =>
      `${who(by)} shared the project with ${formatQuantity(people, 'more person', 'more people')}`,
    unshared: (by: HistoryActor, people: number) =>
      `${who(by)} stopped sharing the project with ${formatQuantity(people, 'person', 'people')}`,
    rolesChanged: (by: HistoryActor) => `${who(by)} changed who can edit the project`,
  },

  nodes: {
    added: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} added ${firstAndMore(changed)}`,
    addedTo: (by: HistoryActor, changed: ChangedNodes, parent: string) =>
      `${who(by)} added ${firstAndMore(changed)} to ${quote(parent)}`,
    deleted: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} deleted ${firstAndMore(changed)}`,
    branchDeleted: (by: HistoryActor, { title, count }: ChangedNodes) =>
      `${who(by)} deleted ${quote(title)} and ${formatQuantity(count - 1, 'node')} below it`,
    restored: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} restored ${firstAndMore(changed)}`,
    rearranged: (by: HistoryActor) => `${who(by)} rearranged nodes`,
    changed: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} changed ${nodes(changed)}`,
    renamed: (by: HistoryActor, before: string, after: string) =>
      `${who(by)} renamed ${quote(before)} to ${quote(after)}`,
    named: (by: HistoryActor, after: string) => `${who(by)} renamed a node to ${quote(after)}`,
    severalRenamed: (by: HistoryActor, changed: ChangedNodes, after: string) =>
      `${who(by)} renamed ${nodes(changed)} to ${quote(after)}`,
    marked: {
      todo: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} marked ${nodes(changed)} as to do`,
      progress: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} marked ${nodes(changed)} as in progress`,
      done: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} marked ${nodes(changed)} as done`,
    },
    moved: (by: HistoryActor, changed: ChangedNodes, before: readonly string[], after: readonly string[]) =>
      `${who(by)} moved ${nodes(changed)} from ${places(before)} to ${places(after)}`,
    movedTo: (by: HistoryActor, changed: ChangedNodes, after: readonly string[]) =>
      `${who(by)} moved ${nodes(changed)} to ${places(after)}`,
    parentAdded: (by: HistoryActor, changed: ChangedNodes, parents: readonly string[]) =>
      `${who(by)} also placed ${nodes(changed)} under ${places(parents)}`,
    parentRemoved: (by: HistoryActor, changed: ChangedNodes, parents: readonly string[]) =>
      `${who(by)} removed ${nodes(changed)} from under ${places(parents)}`,
    mainParentChanged: (by: HistoryActor, changed: ChangedNodes) =>
      `${who(by)} changed the main parent of ${nodes(changed)}`,
    blocked: (by: HistoryActor, changed: ChangedNodes, blockers: readonly string[]) =>
      `${who(by)} made ${nodes(changed)} wait for ${places(blockers)}`,
    unblocked: (by: HistoryActor, changed: ChangedNodes, blockers: readonly string[]) =>
      `${who(by)} made ${nodes(changed)} no longer wait for ${places(blockers)}`,
    blockersChanged: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} changed what ${nodes(changed)} waits for`,
    reordered: (by: HistoryActor, changed: ChangedNodes) =>
      `${who(by)} moved ${nodes(changed)} among ${changed.count > 1 ? 'their' : 'its'} siblings`,
    described: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} changed the description of ${nodes(changed)}`,
    commented: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} commented on ${nodes(changed)}`,
    commentDeleted: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} deleted a comment on ${nodes(changed)}`,
    folded: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} folded ${nodes(changed)}`,
    unfolded: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} unfolded ${nodes(changed)}`,
    colored: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} colored ${nodes(changed)}`,
    breakdownStarted: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} started breaking down ${nodes(changed)}`,
    breakdownFinished: (by: HistoryActor, changed: ChangedNodes) =>
      `${who(by)} finished breaking down ${nodes(changed)}`,
    linkedToProject: (by: HistoryActor, changed: ChangedNodes) => `${who(by)} linked ${nodes(changed)} to a project`,
    unlinkedFromProject: (by: HistoryActor, changed: ChangedNodes) =>
      `${who(by)} removed the project link from ${nodes(changed)}`,
    linkedToIssue: (by: HistoryActor, changed: ChangedNodes, issueKey: string) =>
      `${who(by)} linked ${nodes(changed)} to ${changed.count > 1 ? 'their issues' : issueKey}`,
    unlinkedFromIssue: (by: HistoryActor, changed: ChangedNodes) =>
      `${who(by)} unlinked ${nodes(changed)} from ${changed.count > 1 ? 'their issues' : 'its issue'}`,
    /** The field's name is its label in the domain. */
    fieldChanged: (by: HistoryActor, changed: ChangedNodes, field: string) =>
      `${who(by)} changed the ${field} of ${nodes(changed)}`,
    fieldSet: (by: HistoryActor, changed: ChangedNodes, field: string, value: string) =>
      `${who(by)} set the ${field} of ${nodes(changed)} to ${value}`,
    fieldRemoved: (by: HistoryActor, changed: ChangedNodes, field: string) =>
      `${who(by)} removed the ${field} of ${nodes(changed)}`,
  },
})
