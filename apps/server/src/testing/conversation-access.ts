import {
  administering,
  type Answers,
  commentingByTokens,
  editing,
  type Expected,
  type Operation,
  ownThings,
  reading,
  readingByTokens,
  savingViews,
} from './access-answers.ts'

const onComment = (query: string, expected: Expected): readonly Operation[] => [
  { query, variables: ({ commentId }) => ({ id: commentId }), expected },
]

const authorsAnswers: Answers = ['ok', 'ok', 'FORBIDDEN']

/** Who may do what with comments and notifications. The comment of each scene is the owner's. */
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
