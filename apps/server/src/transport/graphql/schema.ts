import { parseDay } from '@espalier/domain'
import { typeDefs } from '@espalier/schema/server'
import {
  assertValidSchema,
  buildASTSchema,
  concatAST,
  type DocumentNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLScalarType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  parse,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql'
import type { FieldResolver, GraphqlContext, Slice } from '../../api/slice.ts'
import { requireTokenRight, type RootField } from '../../api/token-rights.ts'
import { fieldErrorTexts } from '../../texts/projects.ts'
import { requestTexts } from '../../texts/requests.ts'
import { setFieldWriter } from './json-query.ts'

function toMillis(value: unknown): number {
  const millis = value instanceof Date ? value.getTime() : value
  if (typeof millis === 'number' && Number.isSafeInteger(millis)) return millis
  throw new GraphQLError(requestTexts.operation.badMillis)
}

/** With the node of a value in the document, the error knows its place there. */
function toDay(value: unknown, node?: ValueNode): string {
  const day = parseDay(value)
  if (day === undefined) throw new GraphQLError(fieldErrorTexts.badDay, { nodes: node ?? null })
  return day
}

const scalars: Readonly<Record<string, GraphQLScalarType>> = {
  JSON: new GraphQLScalarType({
    name: 'JSON',
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
  Date: new GraphQLScalarType({
    name: 'Date',
    serialize: (value) => toDay(value),
    parseValue: (value) => toDay(value),
    parseLiteral: (node) => toDay(node.kind === Kind.STRING ? node.value : undefined, node),
  }),
  Millis: new GraphQLScalarType({
    name: 'Millis',
    serialize: toMillis,
    parseValue: toMillis,
    parseLiteral: (node) => toMillis(node.kind === Kind.INT ? Number(node.value) : undefined),
  }),
}

const rootTypeNames = ['Query', 'Mutation', 'Subscription']

/** Builds one schema from all slices. A part that does not fit stops the start and names its slice. */
export function makeSchema(slices: readonly Slice[]): GraphQLSchema {
  const parts = slices.map(parseSlice)
  const schema = buildASTSchema(concatAST([parse(typeDefs.common), ...createEmptyRoots(parts), ...parts]))
  for (const [name, scalar] of Object.entries(scalars)) applyScalar(schema, name, scalar)
  for (const slice of slices) {
    applyResolvers(schema, slice)
    applyWriters(schema, slice)
  }
  assertValidSchema(schema)
  return schema
}

function parseSlice(slice: Slice): DocumentNode {
  try {
    return parse(slice.typeDefs, { noLocation: true })
  } catch (error) {
    throw new Error(`The slice ${slice.name} has type definitions that do not parse`, { cause: error })
  }
}

// A root without fields is invalid, so only roots that some slice extends exist.
function createEmptyRoots(parts: readonly DocumentNode[]): DocumentNode[] {
  const definitions = parts.flatMap((part) => part.definitions)
  const isExtended = (root: string): boolean =>
    definitions.some((node) => node.kind === Kind.OBJECT_TYPE_EXTENSION && node.name.value === root)
  const isDefined = (root: string): boolean =>
    definitions.some((node) => node.kind === Kind.OBJECT_TYPE_DEFINITION && node.name.value === root)
  return rootTypeNames.filter((root) => isExtended(root) && !isDefined(root)).map((root) => parse(`type ${root}`))
}

function applyScalar(schema: GraphQLSchema, name: string, scalar: GraphQLScalarType): void {
  const served = schema.getType(name)
  if (!(served instanceof GraphQLScalarType)) throw new Error(`${name} must stay a scalar`)
  served.serialize = scalar.serialize
  served.parseValue = scalar.parseValue
  served.parseLiteral = scalar.parseLiteral
}

function applyResolvers(schema: GraphQLSchema, slice: Slice): void {
  for (const [typeName, fields] of Object.entries(slice.resolvers)) {
    const type = schema.getType(typeName)
    if (!isObjectType(type))
      throw new Error(`The slice ${slice.name} resolves ${typeName}, which is not an object type`)
    for (const [fieldName, resolver] of Object.entries(fields)) {
      const field = type.getFields()[fieldName]
      if (field === undefined)
        throw new Error(`The slice ${slice.name} resolves ${typeName}.${fieldName}, which does not exist`)
      const checked = rootTypeNames.includes(typeName)
        ? checkToken({ root: typeName, field: fieldName }, resolver)
        : resolver
      applyResolver(field, typeName === 'Query' ? resolveInTurn(checked) : checked)
    }
  }
}

function applyWriters(schema: GraphQLSchema, { name, written = {} }: Slice): void {
  for (const [fieldName, write] of Object.entries(written)) {
    const field = schema.getQueryType()?.getFields()[fieldName]
    if (field === undefined) throw new Error(`The slice ${name} writes Query.${fieldName}, which does not exist`)
    setFieldWriter(field, (fields, args, context) => {
      requireTokenRight(context.viewer, { root: 'Query', field: fieldName }, args)
      return write(fields, args, context)
    })
  }
}

/** Every field of a root is checked here, so that no feature can forget that its caller may be a program. */
function checkToken(root: RootField, resolver: FieldResolver): FieldResolver {
  if (typeof resolver === 'function') {
    return (parent, args, context, details) => {
      requireTokenRight(context.viewer, root, args)
      return resolver(parent, args, context, details)
    }
  }
  const { subscribe } = resolver
  return {
    ...resolver,
    subscribe(parent, args, context, details) {
      requireTokenRight(context.viewer, root, args)
      return subscribe(parent, args, context, details)
    },
  }
}

/** Otherwise aliases and operations of one request would read concurrently, each on its own connection. */
const resolveInTurn = (resolver: FieldResolver): FieldResolver =>
  typeof resolver !== 'function'
    ? resolver
    : (parent, args, context, details) => context.budget.inTurn(() => resolver(parent, args, context, details))

type AnyResolver = GraphQLFieldResolver<unknown, GraphqlContext>

function applyResolver(field: GraphQLField<unknown, GraphqlContext>, resolver: FieldResolver): void {
  if (typeof resolver === 'function') {
    field.resolve = resolver as AnyResolver
    return
  }
  field.subscribe = resolver.subscribe as AnyResolver
  if (resolver.resolve !== undefined) field.resolve = resolver.resolve as AnyResolver
}
