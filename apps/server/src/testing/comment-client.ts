import type { Api } from '@espalier/schema'
import type { Viewer } from '../api/viewer.ts'
import type { GraphqlAnswer } from '../transport/graphql/engine.ts'
import type { ProjectServer, RequestIds } from './project-world.ts'

const commentFields = `id nodeId parentId body createdAt editedAt resolvedAt isDeleted mentionIds
  author { id email } reactions { emoji userIds }`

const commentDocuments = {
  comments: `query ($projectId: ID!, $nodeId: ID) { comments(projectId: $projectId, nodeId: $nodeId) { ${commentFields} } }`,
  addComment: `mutation ($id: ID, $nodeId: ID!, $parentId: ID, $body: String!) {
    addComment(id: $id, nodeId: $nodeId, parentId: $parentId, body: $body) { ${commentFields} } }`,
  editComment: `mutation ($id: ID!, $body: String!) { editComment(id: $id, body: $body) { ${commentFields} } }`,
  deleteComment: `mutation ($id: ID!) { deleteComment(id: $id) }`,
  resolveThread: `mutation ($id: ID!, $isResolved: Boolean!) {
    resolveThread(id: $id, isResolved: $isResolved) { ${commentFields} } }`,
  toggleReaction: `mutation ($id: ID!, $emoji: String!) {
    toggleReaction(commentId: $id, emoji: $emoji) { ${commentFields} } }`,
  notifications: `query ($first: Int, $before: String, $unread: Boolean) {
    notifications(first: $first, before: $before, unread: $unread) { next unreadCount notifications {
      id kind at isRead by { email } projectId nodeId commentId text projectTitle nodeTitle } } }`,
  setWatch: `mutation ($projectId: ID!, $nodeId: ID, $level: String!) {
    setWatch(projectId: $projectId, nodeId: $nodeId, level: $level) }`,
  watch: `query ($projectId: ID!, $nodeId: ID) { watch(projectId: $projectId, nodeId: $nodeId) }`,
} as const

type DocumentName = keyof typeof commentDocuments

/** A person who reads and writes comments. */
export interface CommentClient {
  add(nodeId: string, body: string, more?: { readonly id?: string; readonly parentId?: string }): Promise<Api.Comment>
  list(projectId: string, nodeId?: string): Promise<readonly Api.Comment[]>
  inbox(variables?: Record<string, unknown>): Promise<Api.NotificationPage>
  get<Answer>(name: DocumentName, variables: Record<string, unknown>): Promise<Answer>
  try(name: DocumentName, variables: Record<string, unknown>, sending?: RequestIds): Promise<GraphqlAnswer>
}

export function createCommentClient(server: ProjectServer, viewer: Viewer): CommentClient {
  const get = async <Answer>(name: DocumentName, variables: Record<string, unknown>): Promise<Answer> =>
    (await server.get<Record<string, Answer>>(viewer, commentDocuments[name], variables))[name] as Answer
  return {
    add: (nodeId, body, more = {}) => get<Api.Comment>('addComment', { nodeId, body, ...more }),
    list: (projectId, nodeId) => get<readonly Api.Comment[]>('comments', { projectId, nodeId }),
    inbox: (variables = {}) => get<Api.NotificationPage>('notifications', variables),
    get,
    try: (name, variables, sending) => server.ask(viewer, commentDocuments[name], variables, sending),
  }
}

/** The markup of a mention. */
export const mention = (userId: string): string => `<a data-user-id="${userId}">@somebody</a>`
