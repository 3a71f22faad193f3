import { defineTexts, formatQuantity } from '@espalier/domain'

/** Why the API refused a change of a project, a node, its sharing or an import. */
export const projectErrorTexts = defineTexts('projectErrors', {
  tooLong: (most: number) => `At most ${most} characters`,
  badLayout: 'The layout must be tree-left, tree-right, tree-down or tree-up',
  newProjectDeleted: 'A new project cannot be deleted',
  restoreFirst: 'Restore the project first',
  copyRunning: 'Another copy is still being made. Try again when it is done.',
  tooManyCopies: (retryAfterSeconds: number) =>
    `You have made too many copies within an hour. Try again in ${formatQuantity(Math.ceil(retryAfterSeconds / 60), 'minute')}.`,
  projectBusy: 'This project is busy. Try again in a moment.',
  operationIdUsed: 'This operation id was used for another change. Send the change with a new id.',
  badNodeId: 'The id must be a UUID',
  linkToOwnProject: 'A node cannot link to its own project',
  badField: (label: string) => `This is not a valid ${label}`,
  tooManyNodes: (most: number) => `At most ${formatQuantity(most, 'node')}`,
  historyPage: (most: number) => `From 1 to ${most} entries`,
  badFeedbackCursor: 'This is not the cursor of a page',
  noExternalBoard: 'This server has no feedback board of another service',
  sharing: {
    tooManyPeople: (most: number) => `At most ${most} people`,
    badRoles: 'The map must name people as viewer or editor',
    userNotFound: 'User not found',
    tooManyEmails: (perDay: number) =>
      `You can send ${formatQuantity(perDay, 'email')} about shared projects per day. Share without Notify, or try again later.`,
  },
  quota: {
    ownAccountFull: (limit: string) =>
      `Your projects have reached the limit of ${limit} together. Delete some and empty the trash, then try again.`,
    ownerAccountFull: (limit: string) =>
      `The projects of this project's owner have reached the limit of ${limit} together. Ask the owner to make room.`,
    tooManyNodes: (limit: string) =>
      `A project can have at most ${limit} nodes. Delete some, or continue in another project.`,
    tooMuchText: (limit: string) =>
      `A project can hold at most ${limit} of text, deleted nodes included. Shorten it, or continue in a copy, which leaves deleted nodes behind.`,
    tooManyProjects: (limit: string) =>
      `An account can have at most ${limit} projects. Delete some and empty the trash, then try again.`,
  },
  importing: {
    defaultTitle: 'Imported project',
    badDescription: 'The description of the import is not valid',
    badPart: 'Parts are numbered from 0',
    uploadGone: 'The upload has expired. Choose the file again.',
    nodesNotList: '"nodes" is not a list',
    incomplete: 'not all of it has arrived',
    moreThanAnnounced: 'it has more nodes than were announced',
  },
})

/** Why the API refused a value of a node's field, or a list of a project. */
export const fieldErrorTexts = defineTexts('fieldErrors', {
  unknownTag: 'This project has no such tag',
  unknownStage: 'This project has no such stage',
  unknownField: 'This project has no such field',
  unknownPerson: 'This person cannot see the project. Share it with them first.',
  badOwnValue: (name: string) => `This is not a value of the field “${name}”`,
  badDay: 'A date must be written as YYYY-MM-DD',
})

/** Why the API refused a list of a project: its tags, stages, own fields or views. */
export const listErrorTexts = defineTexts('listErrors', {
  badId: 'The id must be a UUID',
  idTwice: 'An id occurs twice',
  badName: 'A name has 1 to 60 characters',
  nameTwice: 'A name occurs twice',
  badColor: 'The color must be written as #rrggbb',
  badOptions: 'A choice needs 1 to 100 options, and other fields have none',
  badKind: 'A view is a map, outline, board, table, timeline or calendar',
  viewTooLong: 'The filter or the settings of a view are too long',
  tooMany: (most: number) => `At most ${most} entries`,
})

/** Why the API refused something about an account, an invitation or a picture. */
export const accountErrorTexts = defineTexts('accountErrors', {
  accessNeeded: 'This needs a subscription or an approved account',
  accountGone: 'The account no longer exists',
  pictureTooOften: 'You have changed your picture often. Try again later.',
  invite: {
    broken: 'This invite does not work. Copy the whole link from the email.',
    otherAddress: 'This invite is for another email address. Sign up with the address it was sent to.',
    verifyFirst: 'Verify your email address first. Then you can use this invite.',
    gone: 'This invite no longer exists. Ask for a new one.',
    used: 'This invite has already been used. Ask for a new one.',
  },
  duplicatePost: (title: string) => `Please vote for “${title}”, which asks for the same.`,
})

/** Why a node cannot be taken or given back. */
export const claimTexts = defineTexts('claims', {
  claimed: 'Somebody has already claimed this node. Take another one that is ready.',
  notTodo: (status: string) => `Only a node that is todo can be claimed; this one is ${status}`,
  blocked: 'This node is blocked: a node that it waits for is not done',
  waiting: 'This node has children that are not done. Claim one of those first.',
  notClaimed: 'Nobody has claimed this node',
})
