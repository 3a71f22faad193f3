export const actors = ['anonymous', 'stranger', 'viewer', 'editor', 'owner', 'owner without access'] as const
export type Actor = (typeof actors)[number]
export const states = ['restricted', 'linked', 'deleted'] as const
export type State = (typeof states)[number]
/** The results for a restricted, a linked and a deleted project. */
export type Answers = readonly [string, string, string]
export type Expected = Readonly<Record<Actor, Answers>>

export interface Scene {
  readonly projectId: string
  readonly nodeId: string
  /** A comment of the owner on that node. */
  readonly commentId: string
  readonly ownerEmail: string
  readonly ownId: string
}
export interface Operation {
  readonly query: string
  readonly variables?: (scene: Scene) => Record<string, unknown>
  readonly expected: Expected
}
