import {
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
} from 'graphql'
import { inspect } from 'node:util'

/** Where the served schema differs from the contract in anything that the contract names. Empty: it keeps it. */
export function contractDifferences(served: GraphQLSchema, contract: GraphQLSchema): string[] {
  const roots = [contract.getQueryType(), contract.getMutationType(), contract.getSubscriptionType()]
  const rootNames = new Set(roots.map((root) => root?.name))
  return Object.values(served.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type) => {
      const promised = contract.getType(type.name)
      if (promised === undefined) return []
      return typeDifferences(type, promised, rootNames.has(type.name))
    })
}

function typeDifferences(served: GraphQLNamedType, promised: GraphQLNamedType, isRoot: boolean): string[] {
  if (served.constructor !== promised.constructor) return [`${served.name} is another kind of type`]
  const lines = isRoot ? [] : differentText(served.name, served.description, promised.description)
  if (isEnumType(served) && isEnumType(promised)) {
    const words = served.getValues().map(({ name }) => name)
    const promisedWords = promised.getValues().map(({ name }) => name)
    return lines.concat(differentText(served.name, words.join(' '), promisedWords.join(' ')))
  }
  if (!hasFields(served) || !hasFields(promised)) return lines
  for (const [name, field] of Object.entries(promised.getFields())) {
    const own = served.getFields()[name]
    if (own !== undefined) lines.push(...differentText(`${served.name}.${name}`, shapeOf(own), shapeOf(field)))
    else if (!isRoot) lines.push(`${served.name}.${name} is missing`)
  }
  return lines
}

const hasFields = (type: GraphQLNamedType) => isObjectType(type) || isInputObjectType(type)

const differentText = (
  place: string,
  served: string | null | undefined,
  promised: string | null | undefined,
): string[] =>
  (served ?? '') === (promised ?? '') ? [] : [`${place} is ${inspect(served)}, the contract has ${inspect(promised)}`]

function shapeOf(field: GraphQLField<unknown, unknown> | GraphQLInputField): string {
  const args = 'args' in field ? field.args : []
  const list = args.map((arg) => `${arg.name}: ${String(arg.type)} = ${inspect(arg.defaultValue)}`).join(', ')
  return `(${list}): ${String(field.type)} "${field.description ?? ''}"`
}
