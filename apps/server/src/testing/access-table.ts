import { randomUUID } from 'node:crypto'
import {
  administering,
  administeringByTokens,
  all,
  allowedButUnconnected,
  type Answers,
  creatingByTokens,
  editing,
  deletingByTokens,
  editingByTokens,
  editingNodesByTokens,
  type Expected,
  leaving,
  listsForTokens,
  missingForAll,
  missingForUsers,
  onlyForPeople,
  type Operation,
  ownThings,
  productUse,
  reading,
  readingByTokens,
  readingHistory,
  savingViews,
  unclaimed,
} from './access-answers.ts'
import { adminTable } from './admin-access.ts'
import { conversationTable } from './conversation-access.ts'
import { nodeDocuments } from './node-client.ts'
import { webhookTable } from './webhook-access.ts'
import { tokenTable } from './token-access.ts'

export const updateProjectDocument = `mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }`
const updating = (data: object, expected: Expected, tokens = editingByTokens): Operation => ({
  query: updateProjectDocument,
  variables: ({ projectId }) => ({ id: projectId, data }),
  expected,
  tokens,
})
const onNode = (query: string): Operation => ({
  query,
  variables: ({ nodeId, projectId }) => ({
    id: nodeId,
    ids: [nodeId],
    data: { title: 'x', ...batchVariables(query, projectId) },
  }),
  expected: editing,
  tokens: editingNodesByTokens,
})
const batchVariables = (query: string, projectId: string) =>
  query === nodeDocuments.updateNodeBatch ? { projectId } : {}

/** A new root is outside of every branch. */
const rootDenied: Answers = ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND']

/** The fixture's nodes have no description, so an allowed caller gets that error. */
const splitting: Expected = {
  ...editing,
  editor: ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'NOT_FOUND'],
  owner: ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'FORBIDDEN'],
}

/** The table of rights: cases by root field of the schema; a field may have several. */
export const accessTable: Readonly<Record<string, readonly Operation[]>> = {
  account: [{ query: '{ account { id } }', expected: ownThings }],
  projects: [
    { query: '{ projects { id } }', expected: ownThings, tokens: listsForTokens },
    { query: '{ projects(filter: trash) { id } }', expected: ownThings },
  ],
  project: [
    {
      query: 'query ($id: ID!) { project(id: $id) { id nodeLinks { id } } }',
      variables: ({ projectId }) => ({ id: projectId }),
      expected: reading,
      tokens: readingByTokens,
    },
  ],
  nodes: [
    {
      query: nodeDocuments.nodes,
      variables: ({ projectId }) => ({ projectId }),
      expected: reading,
      tokens: readingByTokens,
    },
  ],
  changes: [
    {
      query: nodeDocuments.changes,
      variables: ({ projectId }) => ({ projectId, after: 0 }),
      expected: reading,
      tokens: readingByTokens,
    },
  ],
  schedule: [
    {
      query: 'query ($projectId: ID!) { schedule(projectId: $projectId) { criticalLength nodes { id state } } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: reading,
      tokens: readingByTokens,
    },
  ],
  myWork: [{ query: '{ myWork { items { node { id } } } }', expected: ownThings, tokens: listsForTokens }],
  search: [
    {
      query: '{ search(text: "x") { project { id } node { id } } }',
      expected: ownThings,
      tokens: listsForTokens,
    },
  ],
  calendarFeeds: [{ query: '{ calendarFeeds { url } }', expected: ownThings }],
  createCalendarFeed: [
    { query: 'mutation { createCalendarFeed { url } }', expected: ownThings },
    {
      query: 'mutation ($projectId: ID!) { createCalendarFeed(projectId: $projectId) { url } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: { ...reading, anonymous: all('UNAUTHENTICATED') },
    },
  ],
  revokeCalendarFeed: [
    {
      query: 'mutation ($id: ID!) { revokeCalendarFeed(id: $id) }',
      variables: () => ({ id: randomUUID() }),
      expected: missingForAll,
    },
  ],
  publicUserByEmail: [
    {
      query: 'query ($email: String!) { publicUserByEmail(email: $email) { id } }',
      variables: ({ ownerEmail }) => ({ email: ownerEmail }),
      expected: productUse,
    },
  ],
  publicUserById: [
    {
      query: 'query ($id: ID!) { publicUserById(id: $id) { id } }',
      variables: () => ({ id: randomUUID() }),
      expected: { ...ownThings, anonymous: all('ok') },
    },
  ],
  createProject: [
    {
      query: nodeDocuments.createProject,
      variables: () => ({ data: { title: 'x' } }),
      expected: productUse,
      tokens: { ...creatingByTokens, 'editor token for all projects': all('ok') },
    },
    {
      query: nodeDocuments.createProject,
      variables: ({ nodeId }) => ({ data: { title: 'x', nodeLinks: [nodeId] } }),
      expected: editing,
      tokens: creatingByTokens,
    },
  ],
  updateProject: [
    updating({ title: 'x' }, editing),
    updating({ sharing: { generalAccess: 'anyone', users: {} } }, editing, onlyForPeople),
    {
      query: updateProjectDocument,
      variables: ({ projectId, ownId }) => ({ id: projectId, data: { sharing: { changes: { [ownId]: null } } } }),
      // The owner cannot be removed, so the owner's request is invalid rather than forbidden.
      expected: { ...leaving, owner: ['BAD_USER_INPUT', 'BAD_USER_INPUT', 'FORBIDDEN'] },
    },
    updating({ tagChanges: { put: [{ name: 'x' }] } }, editing),
    updating({ stages: [] }, editing),
    updating({ fieldDefinitions: [] }, editing),
    updating({ estimateUnit: 'days' }, editing),
    updating({ viewersMayComment: true }, editing),
    updating({ integrationSettings: { jiraFields: { dueDate: false } } }, editing),
    updating({ integrationSettings: { jiraFields: { linksAs: 'parents' } } }, editing),
    // Views are for everybody who is named in the project, whatever they pay.
    updating({ viewChanges: { put: [{ name: 'x', kind: 'map' }] } }, savingViews),
    updating({ sharing: { editorsMayShare: false } }, { ...administering, owner: editing.owner }, onlyForPeople),
    updating({ status: 'inactive' }, { ...editing, owner: ['ok', 'ok', 'BAD_USER_INPUT'] }),
    updating({ status: 'active' }, { ...editing, owner: all('ok') }),
    updating(
      { status: 'archived' },
      { ...administering, owner: ['ok', 'ok', 'BAD_USER_INPUT'] },
      administeringByTokens,
    ),
    updating({ status: 'deleted' }, administering, administeringByTokens),
  ],
  leaveProject: [
    {
      query: 'mutation ($id: ID!) { leaveProject(id: $id) }',
      variables: ({ projectId }) => ({ id: projectId }),
      expected: leaving,
    },
  ],
  cloneProject: [
    {
      query: 'mutation ($id: ID!) { cloneProject(id: $id) { id } }',
      variables: ({ projectId }) => ({ id: projectId }),
      expected: editing,
      tokens: creatingByTokens,
    },
  ],
  importProject: [
    {
      query: 'mutation { importProject(externalProjectKey: "PLAN-1") { id } }',
      expected: allowedButUnconnected,
    },
  ],
  trackerSync: [
    {
      query: 'query ($projectId: ID!) { trackerSync(projectId: $projectId) { waiting } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: editing,
    },
  ],
  importProgress: [{ query: '{ importProgress(externalProjectKey: "PLAN-1") { done } }', expected: productUse }],
  updateAccount: [
    {
      query: 'mutation { updateAccount(data: { integrationSettings: { jira: null } }) { id } }',
      expected: productUse,
    },
  ],
  testJiraIntegration: [
    {
      query: 'mutation { testJiraIntegration(data: { domain: "x", apiUser: "x", apiKey: "x" }) { epicLinkFieldId } }',
      expected: allowedButUnconnected,
    },
  ],
  projectSessions: [
    {
      query: 'query ($projectId: ID!) { projectSessions(projectId: $projectId) { id } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: reading,
    },
  ],
  showSelection: [
    {
      query: 'mutation ($projectId: ID!, $nodeIds: [ID!]!) { showSelection(projectId: $projectId, nodeIds: $nodeIds) }',
      variables: ({ projectId, nodeId }) => ({ projectId, nodeIds: [nodeId] }),
      expected: reading,
    },
  ],
  history: [
    {
      query: 'query ($projectId: ID!) { history(projectId: $projectId) { entries { seq } } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: readingHistory,
      tokens: readingByTokens,
    },
  ],
  changesSinceLastVisit: [
    {
      query: 'query ($projectId: ID!) { changesSinceLastVisit(projectId: $projectId) { seq } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: readingHistory,
    },
  ],
  lastVisitAt: [
    {
      query: 'query ($projectId: ID!) { lastVisitAt(projectId: $projectId) }',
      variables: ({ projectId }) => ({ projectId }),
      expected: readingHistory,
    },
  ],
  undoChange: [
    {
      query: 'mutation ($projectId: ID!, $seq: Int!) { undoChange(projectId: $projectId, seq: $seq) }',
      // This is the creation of the second node.
      variables: ({ projectId }) => ({ projectId, seq: 3 }),
      expected: editing,
      tokens: editingByTokens,
    },
  ],
  inviteToBeta: [{ query: 'mutation { inviteToBeta(emails: ["friend@example.com"]) }', expected: productUse }],
  acceptInvite: [
    {
      query: 'mutation { acceptInvite(invite: "none of ours") }',
      expected: { ...allowedButUnconnected, 'owner without access': all('BAD_USER_INPUT') },
    },
  ],
  invitations: [
    {
      query: 'query ($projectId: ID!) { invitations(projectId: $projectId) { id link } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: editing,
    },
  ],
  invitation: [
    {
      query: '{ invitation(token: "none of ours") { projectTitle } }',
      expected: { ...ownThings, anonymous: all('ok') },
    },
  ],
  inviteToProject: [
    {
      query: `mutation ($projectId: ID!) {
        inviteToProject(projectId: $projectId, email: "friend@example.com", role: "viewer") { link } }`,
      variables: ({ projectId }) => ({ projectId }),
      expected: editing,
    },
  ],
  createInviteLink: [
    {
      query: 'mutation ($projectId: ID!) { createInviteLink(projectId: $projectId, role: "viewer") { link } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: editing,
    },
  ],
  revokeInvitation: [
    {
      query: 'mutation ($id: ID!) { revokeInvitation(id: $id) }',
      variables: () => ({ id: randomUUID() }),
      expected: missingForAll,
    },
  ],
  acceptInvitation: [{ query: 'mutation { acceptInvitation(token: "none of ours") { id } }', expected: missingForAll }],
  askForAccess: [
    {
      query: 'mutation ($projectId: ID!) { askForAccess(projectId: $projectId) }',
      variables: ({ projectId }) => ({ projectId }),
      expected: ownThings,
    },
  ],
  emptyTrash: [{ query: 'mutation { emptyTrash }', expected: productUse }],
  feedbackPosts: [{ query: '{ feedbackPosts { next } }', expected: productUse }],
  similarFeedback: [{ query: '{ similarFeedback(title: "x") { id } }', expected: productUse }],
  feedbackPost: [{ query: '{ feedbackPost(number: 999999999) { id } }', expected: missingForUsers }],
  createFeedback: [{ query: 'mutation { createFeedback(title: "x") { id } }', expected: productUse }],
  voteFeedback: [{ query: 'mutation { voteFeedback(id: "x", isVoted: true) { id } }', expected: missingForUsers }],
  commentFeedback: [
    { query: 'mutation { commentFeedback(id: "x", text: "x") { number } }', expected: missingForUsers },
  ],
  createNode: [
    {
      query: nodeDocuments.createNode,
      variables: ({ projectId, nodeId }) => ({ data: { projectId, parentId: nodeId } }),
      expected: editing,
      tokens: editingNodesByTokens,
    },
    {
      query: nodeDocuments.createNode,
      variables: ({ projectId }) => ({ data: { projectId } }),
      expected: editing,
      tokens: { ...editingByTokens, 'branch token': rootDenied, 'token for another branch': rootDenied },
    },
  ],
  updateNode: [
    onNode(nodeDocuments.updateNode),
    {
      query: nodeDocuments.updateNode,
      variables: ({ nodeId }) => ({ id: nodeId, data: { isDeleted: true } }),
      expected: editing,
      tokens: deletingByTokens,
    },
  ],
  updateNodeBatch: [onNode(nodeDocuments.updateNodeBatch)],
  aiBreakdownNode: [
    {
      ...onNode('mutation ($id: ID!) { aiBreakdownNode(id: $id) { id } }'),
      expected: splitting,
      tokens: onlyForPeople,
    },
  ],
  proposeBreakdown: [
    { ...onNode('mutation ($id: ID!) { proposeBreakdown(id: $id) }'), expected: splitting, tokens: onlyForPeople },
  ],
  claimNode: [onNode('mutation ($id: ID!) { claimNode(id: $id) { id } }')],
  releaseNode: [
    {
      ...onNode('mutation ($id: ID!) { releaseNode(id: $id) { id } }'),
      expected: { ...editing, editor: unclaimed, owner: ['CONFLICT', 'CONFLICT', 'FORBIDDEN'] },
      tokens: {
        ...editingNodesByTokens,
        'editor token': unclaimed,
        'editor token for all projects': unclaimed,
        'branch token': unclaimed,
      },
    },
  ],
  deleteNode: [{ ...onNode(nodeDocuments.deleteNode), tokens: deletingByTokens }],
  deleteNodeWithChildren: [{ ...onNode(nodeDocuments.deleteNodeWithChildren), tokens: deletingByTokens }],
  ...conversationTable,
  ...adminTable,
  ...webhookTable,
  ...tokenTable,
}

/** The data that comes with the page, by address; the projects' id is filled in. */
export const pageDataTable: Readonly<Record<string, Expected>> = {
  '/page-data/session': { ...ownThings, anonymous: all('ok') },
  '/page-data/projects': { ...ownThings, anonymous: all('ok') },
  '/page-data/my-work': { ...ownThings, anonymous: all('ok') },
  '/page-data/inbox': { ...ownThings, anonymous: all('ok') },
  '/page-data/projects/:id': reading,
}
