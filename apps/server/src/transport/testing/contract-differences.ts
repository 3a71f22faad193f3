import { inspect } from 'node:util'
import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'

/** Where the served schema differs from the contract in anything that the contract names. Empty: it keeps it. */
export function findContractDifferences(served: GraphQLSchema, contract: GraphQLSchema): string[] {
  const roots = [contract.getQueryType(), contract.getMutationType(), contract.getSubscriptionType()]
  const rootNames = new Set(roots.map((root) => root?.name))
  return Object.values(served.getTypeMap())
    .filter((type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type))
    .flatMap((type) => {
      const promised = contract.getType(type.name)
      if (promised === undefined) return []
      return findTypeDifferences(type, promised, rootNames.has(type.name))
    })
}

function findTypeDifferences(served: GraphQLNamedType, promised: GraphQLNamedType, isRoot: boolean): string[] {
  if (served.constructor !== promised.constructor) return [`${served.name} is another kind of type`]
  const lines = isRoot ? [] : describeDifference(served.name, served.description, promised.description)
  if (isEnumType(served) && isEnumType(promised)) {
    const words = served.getValues().map(({ name }) => name)
    const promisedWords = promised.getValues().map(({ name }) => name)
    return lines.concat(describeDifference(served.name, words.join(' '), promisedWords.join(' ')))
  }
  if (!hasFields(served) || !hasFields(promised)) return lines
  for (const [name, field] of Object.entries(promised.getFields())) {
    const own = served.getFields()[name]
    if (own !== undefined)
      lines.push(...describeDifference(`${served.name}.${name}`, describeField(own), describeField(field)))
    else if (!isRoot) lines.push(`${served.name}.${name} is missing`)
  }
  return lines
}

const hasFields = (type: GraphQLNamedType) => isObjectType(type) || isInputObjectType(type)

const describeDifference = (
  place: string,
  served: string | null | undefined,
  promised: string | null | undefined,
): string[] =>
  (served ?? '') === (promised ?? '') ? [] : [`${place} is ${inspect(served)}, the contract has ${inspect(promised)}`]

function describeField(field: GraphQLField<unknown, unknown> | GraphQLInputField): string {
  const args = 'args' in field ? field.args : []
  const list = args.map((arg) => `${arg.name}: ${String(arg.type)} = ${inspect(arg.defaultValue)}`).join(', ')
  return `(${list}): ${String(field.type)} "${field.description ?? ''}"`
}
