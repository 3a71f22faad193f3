import type { Resolvers } from '@espalier/schema/server'
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Log } from '../ports/log.ts'
import type { RequestBudget } from './request-budget.ts'
import type { Viewer } from './viewer.ts'

/** What a resolver knows of the request. The viewer is asked for once a request, however many operations it holds. */
export interface GraphqlContext {
  readonly viewer: Viewer
  /** The tab that asks, as it names itself. */
  readonly clientId: string | null
  /** The caller's own id of this operation: a repeat gets the first answer. */
  readonly operationId: string | null
  readonly requestId: string
  readonly log: Log
  /** What the whole request may still cost. */
  readonly budget: RequestBudget
}

/** A slice writes the parent and the arguments as it knows them; validation has made sure of the arguments. */
type ResolveField = (parent: never, args: never, context: GraphqlContext, details: GraphQLResolveInfo) => unknown

type SubscribeField = (
  parent: never,
  args: never,
  context: GraphqlContext,
  details: GraphQLResolveInfo,
) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>

/** A plain function, or for a field of Subscription the source of its events and what makes an answer of each. */
export type FieldResolver = ResolveField | { readonly subscribe: SubscribeField; readonly resolve?: ResolveField }

type TypeResolvers = Readonly<Record<string, FieldResolver>>

/** A field of a selection, by its name alone. */
export interface PlainField {
  readonly name: string
  readonly fields: readonly PlainField[]
}

/** A long text comes in pieces: one string of it would be copied as a whole, several times. */
export type JsonText = string | readonly string[]

/**
 * The JSON text of a field of Query for these fields of it, written where the rows are: a list of thousands costs a
 * fraction of what it costs as objects. Null where it cannot be written so; the resolver then answers.
 */
export type WriteFieldJson = (
  fields: readonly PlainField[],
  args: never,
  context: GraphqlContext,
) => Promise<JsonText | null> | JsonText | null

/** One feature's part of the API. */
export interface Slice {
  readonly name: string
  /** Its own types, and `extend type Query { ... }`, Mutation, Subscription. */
  readonly typeDefs: string
  /** By type name, then by field name. */
  readonly resolvers: Readonly<Record<string, TypeResolvers>>
  /** Fields of Query that can be written past the engine. Each has a resolver all the same. */
  readonly written?: Readonly<Record<string, WriteFieldJson>>
}

/** A slice of the published API: its arguments and answers are those of the schema. */
export interface ApiSlice extends Slice {
  readonly resolvers: Resolvers<GraphqlContext, GraphQLResolveInfo>
}

/** The fields that a selection asks for by name, and how often each: an answer holds a field once for each alias of it. */
export type SelectedFields = ReadonlyMap<string, number>

type ResolveDetails = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

const selectedFieldsCache = new WeakMap<FieldNode, SelectedFields>()

/** The fields of the object, or of each object of the list, that this field answers with. Fragments are spread. */
export function readSelectedFields({ fieldNodes, fragments }: ResolveDetails): SelectedFields {
  const [node, ...others] = fieldNodes
  // A document is kept for as long as it is used, and so are its nodes.
  const cached = node === undefined || others.length > 0 ? undefined : selectedFieldsCache.get(node)
  if (cached !== undefined) return cached
  const counts = new Map<string, number>()
  for (const { selectionSet } of fieldNodes) countFields(selectionSet, fragments, counts)
  if (node !== undefined && others.length === 0) selectedFieldsCache.set(node, counts)
  return counts
}

/** The same of a field below: of `nodes` in `changes { nodes { id } }`. */
export function readSelectedFieldsBelow({ fieldNodes, fragments }: ResolveDetails, name: string): SelectedFields {
  const counts = new Map<string, number>()
  for (const { selectionSet } of fieldNodes) {
    for (const node of iterateFields(selectionSet, fragments)) {
      if (node.name.value === name) countFields(node.selectionSet, fragments, counts)
    }
  }
  return counts
}

type FragmentsByName = Readonly<Record<string, FragmentDefinitionNode>>

function countFields(set: SelectionSetNode | undefined, fragments: FragmentsByName, counts: Map<string, number>): void {
  for (const { name } of iterateFields(set, fragments)) counts.set(name.value, (counts.get(name.value) ?? 0) + 1)
}

function* iterateFields(set: SelectionSetNode | undefined, fragments: FragmentsByName): Generator<FieldNode> {
  for (const selection of set?.selections ?? []) {
    if (selection.kind === Kind.FIELD) yield selection
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* iterateFields(selection.selectionSet, fragments)
    else yield* iterateFields(fragments[selection.name.value]?.selectionSet, fragments)
  }
}
