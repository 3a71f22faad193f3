import {
  administering,
  all,
  allowedButUnconnected,
  type Answers,
  commentingByTokens,
  editing,
  editingByTokens,
  type Expected,
  type Operation,
  ownThings,
  reading,
  readingByTokens,
  savingViews,
  withdrawingByTokens,
} from './access-answers.ts'

const onComment = (query: string, expected: Expected): readonly Operation[] => [
  { query, variables: ({ commentId }) => ({ id: commentId }), expected },
]

const authorsAnswers: Answers = ['ok', 'ok', 'FORBIDDEN']

/**
 * The rights to comments, proposals, notifications and the deletion of one's account. The comment and the
 * proposal of each scene are the owner's.
 */
export const conversationTable: Readonly<Record<string, readonly Operation[]>> = {
  comments: [
    {
      query: 'query ($projectId: ID!) { comments(projectId: $projectId) { id body author { email } } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: reading,
      tokens: readingByTokens,
    },
  ],
  addComment: [
    {
      query: 'mutation ($nodeId: ID!) { addComment(nodeId: $nodeId, body: "x") { id } }',
      variables: ({ nodeId }) => ({ nodeId }),
      expected: editing,
      tokens: commentingByTokens,
    },
  ],
  editComment: onComment('mutation ($id: ID!) { editComment(id: $id, body: "y") { id } }', {
    ...administering,
    owner: editing.owner,
  }),
  deleteComment: onComment('mutation ($id: ID!) { deleteComment(id: $id) }', {
    ...editing,
    // An author can always delete what they wrote.
    'owner without access': authorsAnswers,
  }),
  resolveThread: onComment('mutation ($id: ID!) { resolveThread(id: $id, isResolved: true) { id } }', editing),
  toggleReaction: onComment('mutation ($id: ID!) { toggleReaction(commentId: $id, emoji: "👍") { id } }', editing),
  accountDeletion: [{ query: '{ accountDeletion { dueAt } }', expected: ownThings }],
  requestAccountDeletion: [
    {
      query: 'mutation ($projects: [ProjectHandover!]!) { requestAccountDeletion(projects: $projects) { dueAt } }',
      // Too many choices: allowed callers get this error, whatever they share, and keep their accounts.
      variables: ({ projectId }) => ({ projects: Array.from({ length: 10_001 }, () => ({ projectId })) }),
      expected: { ...allowedButUnconnected, 'owner without access': all('BAD_USER_INPUT') },
    },
  ],
  cancelAccountDeletion: [{ query: 'mutation { cancelAccountDeletion { dueAt } }', expected: ownThings }],
  proposals: [
    {
      query: 'query ($projectId: ID!) { proposals(projectId: $projectId) { id author { email } changes { fits } } }',
      variables: ({ projectId }) => ({ projectId }),
      expected: reading,
      tokens: readingByTokens,
    },
  ],
  createProposal: [
    {
      query: `mutation ($projectId: ID!, $changes: [JSON!]!) {
        createProposal(projectId: $projectId, title: "x", changes: $changes) { id } }`,
      variables: ({ projectId, nodeId }) => ({
        projectId,
        changes: [{ op: 'update', id: nodeId, data: { title: 'y' } }],
      }),
      expected: editing,
      tokens: commentingByTokens,
    },
  ],
  decideProposal: [
    {
      query: 'mutation ($id: ID!, $accept: [ID!]!) { decideProposal(id: $id, accept: $accept, reject: []) { id } }',
      variables: ({ proposalId, changeId }) => ({ id: proposalId, accept: [changeId] }),
      expected: editing,
      tokens: editingByTokens,
    },
  ],
  withdrawProposal: [
    {
      query: 'mutation ($id: ID!) { withdrawProposal(id: $id) { id } }',
      variables: ({ proposalId }) => ({ id: proposalId }),
      expected: {
        ...editing,
        // Others decide about it instead.
        editor: ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
        'owner without access': authorsAnswers,
      },
      tokens: withdrawingByTokens,
    },
  ],
  notifications: [{ query: '{ notifications { unreadCount notifications { id text } } }', expected: ownThings }],
  notificationSettings: [{ query: '{ notificationSettings { mentions } }', expected: ownThings }],
  markNotificationsRead: [{ query: 'mutation { markNotificationsRead(all: true) }', expected: ownThings }],
  updateNotificationSettings: [
    { query: 'mutation { updateNotificationSettings(data: { comments: never }) { comments } }', expected: ownThings },
  ],
  setWatch: [
    {
      query:
        'mutation ($projectId: ID!, $nodeId: ID) { setWatch(projectId: $projectId, nodeId: $nodeId, level: "all") }',
      variables: ({ projectId, nodeId }) => ({ projectId, nodeId }),
      expected: savingViews,
    },
  ],
  pushKey: [{ query: '{ pushKey }', expected: ownThings }],
  hasPushSubscription: [
    { query: '{ hasPushSubscription(endpoint: "https://push.example.com/x") }', expected: ownThings },
  ],
  addPushSubscription: [
    {
      query: `mutation ($key: String!) { addPushSubscription(endpoint: "https://push.example.com/x", p256dh: $key, auth: $key) }`,
      variables: () => ({ key: 'k'.repeat(22) }),
      expected: ownThings,
    },
  ],
  removePushSubscription: [
    { query: 'mutation { removePushSubscription(endpoint: "https://push.example.com/x") }', expected: ownThings },
  ],
  watch: [
    {
      query: 'query ($projectId: ID!, $nodeId: ID) { watch(projectId: $projectId, nodeId: $nodeId) }',
      variables: ({ projectId, nodeId }) => ({ projectId, nodeId }),
      expected: savingViews,
    },
  ],
}
