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

/** The request context of a resolver. The viewer is looked up once a request, for any number of operations. */
export interface GraphqlContext {
  readonly viewer: Viewer
  /** The id that the requesting tab gives itself. */
  readonly clientId: string | null
  /** The caller's id of this operation: a repeated one gets the first response. */
  readonly operationId: string | null
  readonly requestId: string
  readonly log: Log
  /** The remaining cost limit of the whole request. */
  readonly budget: RequestBudget
}

/** A slice declares its own types of parent and arguments; validation has checked the arguments. */
type ResolveField = (parent: never, args: never, context: GraphqlContext, details: GraphQLResolveInfo) => unknown

type SubscribeField = (
  parent: never,
  args: never,
  context: GraphqlContext,
  details: GraphQLResolveInfo,
) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>

/** A plain function, or for a field of Subscription the source of its events and the resolver of each. */
export type FieldResolver = ResolveField | { readonly subscribe: SubscribeField; readonly resolve?: ResolveField }

type TypeResolvers = Readonly<Record<string, FieldResolver>>

/** A field of a selection without alias, arguments and sub-fields. */
export interface PlainField {
  readonly name: string
  readonly fields: readonly PlainField[]
}

/** A long text comes in pieces, because a single string would be copied as a whole several times. */
export type JsonText = string | readonly string[]

/**
 * Writes the JSON text of a Query field for the selected fields directly in the database: a list of thousands costs a
 * fraction of its cost as objects. Null if that is not possible; then the resolver answers.
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
  /** Fields of Query that can be written without the GraphQL engine. Each has a resolver as well. */
  readonly written?: Readonly<Record<string, WriteFieldJson>>
}

/** A slice of the published API: its arguments and answers are those of the schema. */
export interface ApiSlice extends Slice {
  readonly resolvers: Resolvers<GraphqlContext, GraphQLResolveInfo>
}

/** The selected field names with their number of occurrences: a response contains a field once per alias. */
export type SelectedFields = ReadonlyMap<string, number>

type ResolveDetails = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

const selectedFieldsCache = new WeakMap<FieldNode, SelectedFields>()

/** Returns the fields that are selected on this field's object or list items. Fragments are spread. */
export function readSelectedFields({ fieldNodes, fragments }: ResolveDetails): SelectedFields {
  const [node, ...others] = fieldNodes
  // Documents are cached while they are in use, and so are their nodes.
  const cached = node === undefined || others.length > 0 ? undefined : selectedFieldsCache.get(node)
  if (cached !== undefined) return cached
  const counts = new Map<string, number>()
  for (const { selectionSet } of fieldNodes) countFields(selectionSet, fragments, counts)
  if (node !== undefined && others.length === 0) selectedFieldsCache.set(node, counts)
  return counts
}

/** Does the same for a sub-field: for `nodes` in `changes { nodes { id } }`, or further down along several names. */
export function readSelectedFieldsBelow(
  { fieldNodes, fragments }: ResolveDetails,
  ...path: readonly string[]
): SelectedFields {
  const counts = new Map<string, number>()
  let sets = fieldNodes.map(({ selectionSet }) => selectionSet)
  for (const name of path) {
    const fields = sets.flatMap((set) => [...iterateFields(set, fragments)])
    sets = fields.filter((field) => field.name.value === name).map(({ selectionSet }) => selectionSet)
  }
  for (const set of sets) countFields(set, fragments, counts)
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
