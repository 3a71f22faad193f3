import { defineTexts, type NodeStatus, type TrackerFieldName } from '@espalier/domain'

const statusWords: Readonly<Record<NodeStatus, string>> = { todo: 'to do', progress: 'in progress', done: 'done' }

const fieldWords: Readonly<Record<TrackerFieldName, string>> = {
  assignee: 'assignee',
  dueDate: 'due date',
  estimate: 'estimate',
  priority: 'priority',
  labels: 'labels',
}

/** Problems of the connection to an issue tracker, of an import from it, and of the sync with it. */
export const trackerErrorTexts = defineTexts('trackerErrors', {
  site: {
    unreachable: (site: string) => `${site} cannot be reached`,
    answerTooLong: (site: string) => `${site} sent an answer that is too long`,
    answerUnreadable: (site: string) => `${site} sent an answer that cannot be read`,
    rejected: (site: string) =>
      `${site} does not accept the API key. Use a classic (unscoped) API token, or on Data Center a personal access token`,
    forbidden: (site: string) => `${site} does not allow this with your API key`,
    notFound: (site: string) => `${site} did not find it, or does not show it to you`,
    limited: (site: string) => `${site} limits how often it can be asked`,
    invalid: (site: string) => `${site} does not accept the values`,
    failed: (site: string) => `${site} failed to answer`,
  },
  withNextStep: (problem: string, nextStep: string) => `${problem}. ${nextStep}`,
  asSentence: (problem: string) => `${problem}.`,
  retriedLater: (problem: string) => `${problem}. Espalier will try again.`,
  nextStep: {
    unreachable: 'Check the domain, or try again in a few minutes.',
    failed: 'Try again in a few minutes.',
    limited: 'Try again in a minute.',
    forbidden: 'Ask your Jira administrator for the permission, or use another account.',
  },
  connection: {
    refused: (domain: string) =>
      `${domain} no longer accepts the API key. Create a new classic (unscoped) API token there and enter it here.`,
    webhook:
      'Jira calls the webhook with a different secret, so its calls are refused. Enter the same secret in both places.',
    sealed: 'The API key can no longer be read. Enter it again.',
    enterSecretAgain: 'Please enter the webhook secret again',
    askedTooOften: (seconds: number) => `Your issue tracker was asked too often. Try again in ${seconds} seconds.`,
  },
  importing: {
    badEpicKey: 'An epic key looks like PLAN-42. Enter it as your issue tracker shows it.',
    notConnected: 'No issue tracker is connected to your account. Connect it under Account first.',
    tooSlow: (site: string) => `${site} takes too long to send the epic. Try again later.`,
    tooManyIssues: (most: number) => `An import may have at most ${most} issues`,
    noIssue: (site: string, key: string) => `${site} has no issue ${key}, or does not show it to you`,
  },
  sync: {
    notConnected: 'The owner of this project has connected no issue tracker. They can do so under Account.',
    keyRefused: "Jira no longer accepts the API key of this project's owner. They can enter a new one under Account.",
    noProject: 'The owner of this project has to choose a project for new issues under Account.',
    noIssueType: (projectKey: string) =>
      `Jira offers no issue type for new issues in ${projectKey}. Ask its administrator for permission to create issues there.`,
    parentHasNoIssue: 'The node above it has no issue in Jira yet.',
    wrongLevelAlone: (aboveKey: string) =>
      `Jira does not allow this level below ${aboveKey}: there the issue has no parent.`,
    wrongLevelBelow: (aboveKey: string, parentKey: string) =>
      `Jira does not allow this level below ${aboveKey}: there the issue is below ${parentKey}.`,
    parentElsewhere: (key: string, parentKey: string | null) =>
      `${key} is below ${parentKey} in Jira, which is not in this project.`,
    moveRefused: (key: string, parentKey: string) =>
      `${key} is below ${parentKey} in Jira. It cannot be moved there in this project.`,
    moveToTopRefused: (key: string) => `${key} has no parent in Jira. It cannot be moved to the top in this project.`,
    noTransition: (key: string, status: NodeStatus) =>
      `Jira offers no transition that makes ${key} ${statusWords[status]}. Change its workflow there, or ask someone who can.`,
    issueGone: (key: string, apiUser: string) =>
      `${key} was deleted in Jira, or is not shown to ${apiUser}. Switch the sync off and on to create it again.`,
    parentKept: (key: string) =>
      `Its issue is a sub-task of ${key}, which therefore stays in Jira. Make it an ordinary issue there, or move the node.`,
    notDeleted: (key: string, reason: string) =>
      `Jira did not delete ${key}: ${reason}. Delete it there, or ask for permission to delete issues.`,
    severalNotDeleted: (key: string, more: number, reason: string) =>
      `Jira did not delete ${key} and ${more} more: ${reason}. Delete them there, or ask for permission to delete issues.`,
    descriptionTooLong: (key: string) =>
      `The description of ${key} is too long to be shown here as a whole, so your edit was not sent. Edit it in Jira, or undo your edit here.`,
    descriptionFixed: (key: string, obstacle: string) =>
      `The description of ${key} has ${obstacle} that cannot be changed from here, so your edit was not sent. Edit it in Jira, or undo your edit here.`,
    fieldRefused: (key: string, field: TrackerFieldName, reason: string) =>
      `Jira did not accept the ${fieldWords[field]} of ${key}: ${reason.replace(/\.$/u, '')}. Change it there, or switch this field off under Integrations.`,
    waitsForItself: (key: string, blockerKey: string) =>
      `${key} is blocked by ${blockerKey} in Jira. This is left out here, because the node would wait for itself. Remove the link there, or change what waits for what here.`,
    blockerLeftOut: (key: string, blockerKey: string) =>
      `${key} is blocked by ${blockerKey} in Jira. This is left out here, because the node has too many blockers.`,
    linkRefused: (key: string, blockerKey: string, reason: string) =>
      `Jira did not accept that ${key} is blocked by ${blockerKey}: ${reason.replace(/\.$/u, '')}. Change it there, or choose extra parents under Integrations.`,
    unlinkRefused: (key: string, blockerKey: string, reason: string) =>
      `Jira did not accept that ${key} is no longer blocked by ${blockerKey}: ${reason.replace(/\.$/u, '')}. Remove the link there.`,
    dueBeforeStart: (key: string, day: string) =>
      `${key} is due on ${day} in Jira, which is before the start date here. Change one of the two.`,
    estimateOutOfRange: (key: string) => `The estimate of ${key} in Jira is too large for a node.`,
    pointsAreNoTime: (site: string) =>
      `${site} has no story points, or time was chosen, and points are no time. Estimate in hours or days, or switch estimates off under Integrations.`,
  },
  obstacles: {
    table: 'a table',
    mention: 'a mention',
    emoji: 'an emoji',
    inlineCard: 'a link card',
    blockCard: 'a link card',
    embedCard: 'a link card',
    status: 'a status label',
    date: 'a date',
    mediaSingle: 'an image or a file',
    mediaGroup: 'an image or a file',
    mediaInline: 'an image or a file',
    wikiText: 'a macro, a mention or a file',
  },
  otherObstacle: 'content',
})
