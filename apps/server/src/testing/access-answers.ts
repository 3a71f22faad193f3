export const actors = ['anonymous', 'stranger', 'viewer', 'editor', 'owner', 'owner without access'] as const
export type Actor = (typeof actors)[number]
export const states = ['restricted', 'linked', 'deleted'] as const
export type State = (typeof states)[number]
/** The results for a restricted, a linked and a deleted project. */
export type Answers = readonly [string, string, string]
export type Expected = Readonly<Record<Actor, Answers>>

/**
 * Programs with tokens of the owner. The first three have a token for the project itself, the last two an editor token
 * for a branch of it: of the node that is acted on, and of another node.
 */
export const tokenActors = [
  'reader token',
  'proposer token',
  'editor token',
  'token for another project',
  'editor token for all projects',
  'branch token',
  'token for another branch',
] as const
export type TokenActor = (typeof tokenActors)[number]
export type ExpectedForTokens = Readonly<Record<TokenActor, Answers>>

export interface Scene {
  readonly projectId: string
  readonly nodeId: string
  /** Another node of the project, which is not below that one. */
  readonly otherNodeId: string
  /** A comment of the owner on that node. */
  readonly commentId: string
  /** A proposal of the owner with one change, which renames that node. */
  readonly proposalId: string
  readonly changeId: string
  /** A webhook of the owner that sends nothing, with one delivery. */
  readonly webhookId: string
  readonly deliveryId: string
  readonly ownerEmail: string
  readonly ownId: string
}
export interface Operation {
  readonly query: string
  readonly variables?: (scene: Scene) => Record<string, unknown>
  readonly expected: Expected
  /** If absent, only people may. */
  readonly tokens?: ExpectedForTokens
}

export const all = (answer: string): Answers => [answer, answer, answer]
export const reading: Expected = {
  anonymous: ['NOT_FOUND', 'ok', 'NOT_FOUND'],
  stranger: ['NOT_FOUND', 'ok', 'NOT_FOUND'],
  viewer: ['ok', 'ok', 'NOT_FOUND'],
  editor: ['ok', 'ok', 'NOT_FOUND'],
  owner: all('ok'),
  'owner without access': all('ok'),
}
export const editing: Expected = {
  anonymous: all('UNAUTHENTICATED'),
  stranger: ['NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND'],
  viewer: ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  editor: ['ok', 'ok', 'NOT_FOUND'],
  owner: ['ok', 'ok', 'FORBIDDEN'],
  'owner without access': all('FORBIDDEN'),
}
export const leaving: Expected = {
  anonymous: all('UNAUTHENTICATED'),
  stranger: ['NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND'],
  viewer: ['ok', 'ok', 'NOT_FOUND'],
  editor: ['ok', 'ok', 'NOT_FOUND'],
  owner: all('FORBIDDEN'),
  'owner without access': all('FORBIDDEN'),
}
export const savingViews: Expected = {
  ...editing,
  viewer: ['ok', 'ok', 'NOT_FOUND'],
  'owner without access': ['ok', 'ok', 'FORBIDDEN'],
}
export const administering: Expected = { ...editing, editor: ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'], owner: all('ok') }
export const ownThings: Expected = {
  anonymous: all('UNAUTHENTICATED'),
  stranger: all('ok'),
  viewer: all('ok'),
  editor: all('ok'),
  owner: all('ok'),
  'owner without access': all('ok'),
}
export const allowedButUnconnected: Expected = {
  anonymous: all('UNAUTHENTICATED'),
  stranger: all('BAD_USER_INPUT'),
  viewer: all('BAD_USER_INPUT'),
  editor: all('BAD_USER_INPUT'),
  owner: all('BAD_USER_INPUT'),
  'owner without access': all('FORBIDDEN'),
}
export const readingHistory: Expected = {
  anonymous: all('UNAUTHENTICATED'),
  stranger: ['NOT_FOUND', 'FORBIDDEN', 'NOT_FOUND'],
  viewer: ['ok', 'ok', 'NOT_FOUND'],
  editor: ['ok', 'ok', 'NOT_FOUND'],
  owner: all('ok'),
  'owner without access': all('ok'),
}
export const productUse: Expected = { ...ownThings, 'owner without access': all('FORBIDDEN') }
export const missingForUsers: Expected = {
  ...productUse,
  stranger: all('NOT_FOUND'),
  viewer: all('NOT_FOUND'),
  editor: all('NOT_FOUND'),
  owner: all('NOT_FOUND'),
}
export const missingForAll: Expected = { ...missingForUsers, 'owner without access': all('NOT_FOUND') }

/** Only operators may know that it exists. None of the actors is one. */
export const unknownToAll: Expected = { ...missingForAll, anonymous: all('NOT_FOUND') }

/** The answers of an operation to tokens if its line says nothing else. */
export const onlyForPeople: ExpectedForTokens = {
  'reader token': all('FORBIDDEN'),
  'proposer token': all('FORBIDDEN'),
  'editor token': all('FORBIDDEN'),
  'token for another project': all('FORBIDDEN'),
  'editor token for all projects': all('FORBIDDEN'),
  'branch token': all('FORBIDDEN'),
  'token for another branch': all('FORBIDDEN'),
}
/** The trash is for people. */
const unlessDeleted: Answers = ['ok', 'ok', 'NOT_FOUND']
export const readingByTokens: ExpectedForTokens = {
  'reader token': unlessDeleted,
  'proposer token': unlessDeleted,
  'editor token': unlessDeleted,
  'token for another project': all('NOT_FOUND'),
  'editor token for all projects': unlessDeleted,
  'branch token': unlessDeleted,
  'token for another branch': unlessDeleted,
}
export const listsForTokens: ExpectedForTokens = {
  'reader token': all('ok'),
  'proposer token': all('ok'),
  'editor token': all('ok'),
  'token for another project': all('ok'),
  'editor token for all projects': all('ok'),
  'branch token': all('ok'),
  'token for another branch': all('ok'),
}
export const editingByTokens: ExpectedForTokens = {
  ...onlyForPeople,
  'editor token': unlessDeleted,
  'token for another project': all('NOT_FOUND'),
  'editor token for all projects': unlessDeleted,
}
/** The same for one node: a token for its branch may, for a token for another branch it does not exist. */
export const editingNodesByTokens: ExpectedForTokens = {
  ...editingByTokens,
  'branch token': unlessDeleted,
  'token for another branch': all('NOT_FOUND'),
}
/** The top of a branch stays where it is. */
export const deletingByTokens: ExpectedForTokens = {
  ...editingNodesByTokens,
  'branch token': ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
}
export const commentingByTokens: ExpectedForTokens = { ...editingNodesByTokens, 'proposer token': unlessDeleted }
/** A token does not withdraw what its person proposed. */
export const withdrawingByTokens: ExpectedForTokens = {
  ...onlyForPeople,
  'proposer token': ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  'editor token': ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  'token for another project': all('NOT_FOUND'),
  'editor token for all projects': ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  'branch token': ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND'],
  'token for another branch': all('NOT_FOUND'),
}
export const creatingByTokens: ExpectedForTokens = { ...onlyForPeople, 'editor token for all projects': unlessDeleted }
const deniedToEditors: Answers = ['FORBIDDEN', 'FORBIDDEN', 'NOT_FOUND']
export const administeringByTokens: ExpectedForTokens = {
  ...editingByTokens,
  'editor token': deniedToEditors,
  'editor token for all projects': deniedToEditors,
}
export const unclaimed: Answers = ['CONFLICT', 'CONFLICT', 'NOT_FOUND']
