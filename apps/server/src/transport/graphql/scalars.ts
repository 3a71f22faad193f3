import { GraphQLError, GraphQLScalarType, Kind, valueFromASTUntyped } from 'graphql'

function toMillis(value: unknown): number {
  const millis = value instanceof Date ? value.getTime() : value
  if (typeof millis === 'number' && Number.isSafeInteger(millis)) return millis
  throw new GraphQLError('Millis must be a whole number of milliseconds since 1970')
}

export const scalars: Readonly<Record<string, GraphQLScalarType>> = {
  JSON: new GraphQLScalarType({
    name: 'JSON',
    description: 'Any JSON value.',
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
  Millis: new GraphQLScalarType({
    name: 'Millis',
    description: 'Milliseconds since 1970, as a number.',
    serialize: toMillis,
    parseValue: toMillis,
    parseLiteral: (node) => toMillis(node.kind === Kind.INT ? Number(node.value) : undefined),
  }),
}

export const scalarTypeDefs = Object.values(scalars)
  .map(({ name, description }) => `"""${description ?? ''}"""\nscalar ${name}`)
  .join('\n')
