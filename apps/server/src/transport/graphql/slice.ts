import type { GraphQLResolveInfo } from 'graphql'
import type { Log } from '../../ports/log.ts'
import type { Viewer } from '../viewer.ts'

/** What a resolver knows of the request. The viewer is asked for once a request, however many operations it holds. */
export interface GraphContext {
  readonly viewer: Viewer
  /** The tab that asks, as it names itself. */
  readonly clientId: string | null
  /** The caller's own id of this operation: a repeat gets the first answer. */
  readonly operationId: string | null
  readonly requestId: string
  readonly log: Log
}

/** A slice writes the parent and the arguments as it knows them; validation has made sure of the arguments. */
export type Resolve = (parent: never, args: never, context: GraphContext, details: GraphQLResolveInfo) => unknown

export type Subscribe = (
  parent: never,
  args: never,
  context: GraphContext,
  details: GraphQLResolveInfo,
) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>

/** A plain function, or for a field of Subscription the source of its events and what makes an answer of each. */
export type FieldResolver = Resolve | { readonly subscribe: Subscribe; readonly resolve?: Resolve }

export type TypeResolvers = Readonly<Record<string, FieldResolver>>

/** One feature's part of the API. */
export interface Slice {
  readonly name: string
  /** Its own types as the contract has them, and `extend type Query { ... }`, Mutation, Subscription. */
  readonly typeDefs: string
  /** By type name, then by field name. */
  readonly resolvers: Readonly<Record<string, TypeResolvers>>
}
