import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import {
  capitalize,
  findScalarType,
  listOwnTypes,
  printTypeScript,
  type SchemaPart,
  toCamelCase,
} from './read-schema.ts'

const nameType = (name: string): string => findScalarType(name) ?? name

const rootNames = new Set(['Query', 'Mutation', 'Subscription'])

/** Prints every type of the schema as a client sees it. */
export const printApiTypes = (schema: GraphQLSchema): string =>
  listOwnTypes(schema)
    .filter(({ name }) => !rootNames.has(name))
    .map(printApiType)
    .join('\n')

function printApiType(type: GraphQLNamedType): string {
  const lines = [...printComment(type.description, '')]
  if (isEnumType(type)) {
    const values = type.getValues().map(({ name }) => `'${name}'`)
    return [...lines, `export type ${type.name} = ${values.join(' | ')}\n`].join('\n')
  }
  lines.push(`export type ${type.name} = {`)
  if (isInputObjectType(type)) lines.push(...Object.values(type.getFields()).flatMap(printInputField))
  if (isObjectType(type)) {
    for (const field of Object.values(type.getFields()))
      lines.push(
        ...printComment(field.description, '  '),
        `  readonly ${field.name}: ${printTypeScript(field.type, nameType)}`,
      )
  }
  return [...lines, '}\n'].join('\n')
}

function printInputField(field: GraphQLInputField | GraphQLArgument): readonly string[] {
  const isRequired = isNonNullType(field.type) && field.defaultValue === undefined
  const mark = isRequired ? '' : '?'
  return [
    ...printComment(field.description, '  '),
    `  readonly ${field.name}${mark}: ${printTypeScript(field.type, nameType)}`,
  ]
}

function printComment(description: string | null | undefined, indent: string): readonly string[] {
  if (!description) return []
  const [first = '', ...others] = description.split('\n')
  if (others.length === 0) return [`${indent}/** ${first} */`]
  return [`${indent}/**`, ...[first, ...others].map((line) => `${indent} * ${line}`), `${indent} */`]
}

/**
 * How the value that a resolver returns for a type differs from the type itself. `resolved`: fields with their own
 * resolver. `optional`: fields that are read only when requested. `extra`: values that those resolvers need.
 */
interface ValueDifference {
  readonly resolved?: readonly string[]
  readonly optional?: readonly string[]
  readonly extra?: string
}

const valueDifferences: Readonly<Record<string, ValueDifference>> = {
  Account: { resolved: ['usage', 'deviceKeys', 'deletionDueAt'] },
  AccountIntegrations: { resolved: ['jira'], extra: 'readonly accountId: string' },
  FeedbackPost: { resolved: ['comments'] },
  Invitation: { resolved: ['link'] },
  Project: { resolved: ['nodeLinks'], optional: ['body', 'json', 'tags', 'stages', 'fieldDefinitions', 'views'] },
}

type NameType = (name: string) => string

/** Prints the parameters and results of resolvers, and the resolvers of every field that may have one. */
export function printResolverTypes(schema: GraphQLSchema): string {
  const nameValue = createValueNames(schema)
  const objects = listOwnTypes(schema).filter(isObjectType)
  const values = objects.filter(({ name }) => !rootNames.has(name))
  return [
    `import type * as Api from '../types.ts'`,
    `import type { FieldResolver, NoArguments, SubscriptionResolver } from '../../resolver-types.ts'\n`,
    ...values.map((type) => printValue(type, nameValue)),
    ...objects.flatMap((type) => Object.values(type.getFields()).flatMap((field) => printArguments(type.name, field))),
    '/** By type, then by field. A slice answers some of them. */',
    'export type Resolvers<Context, Details> = {',
    ...objects.flatMap((type) => printResolvers(type, nameValue)),
    '}\n',
  ].join('\n')
}

const createValueNames =
  (schema: GraphQLSchema) =>
  (name: string): string =>
    findScalarType(name) ?? (isEnumType(schema.getType(name)) ? `Api.${name}` : `${name}Value`)

function printValue(type: GraphQLObjectType, nameValue: NameType): string {
  const { resolved = [], optional = [], extra } = valueDifferences[type.name] ?? {}
  const own = Object.values(type.getFields()).filter(({ name }) => !resolved.includes(name))
  return [
    `export type ${type.name}Value = {`,
    ...(extra === undefined ? [] : [`  ${extra}`]),
    ...own.map((field) => {
      const mark = optional.includes(field.name) ? '?' : ''
      return `  readonly ${field.name}${mark}: ${printTypeScript(field.type, nameValue)}`
    }),
    '}\n',
  ].join('\n')
}

function printArguments(typeName: string, field: GraphQLField<unknown, unknown>): readonly string[] {
  if (field.args.length === 0) return []
  const lines = field.args.map(({ name, type, defaultValue }) => {
    const mark = isNonNullType(type) || defaultValue !== undefined ? '' : '?'
    return `  readonly ${name}${mark}: ${printTypeScript(type, (one) => findScalarType(one) ?? `Api.${one}`)}`
  })
  return [`export type ${nameArguments(typeName, field.name)} = {`, ...lines, '}\n']
}

const nameArguments = (typeName: string, fieldName: string): string => `${typeName}${capitalize(fieldName)}Args`

function printResolvers(type: GraphQLObjectType, nameValue: NameType): readonly string[] {
  const typeName = type.name
  const parent = rootNames.has(typeName) ? 'unknown' : `${typeName}Value`
  const kind = typeName === 'Subscription' ? 'SubscriptionResolver' : 'FieldResolver'
  return [
    `  readonly ${typeName}?: {`,
    ...Object.values(type.getFields()).map((field) => {
      const given = field.args.length === 0 ? 'NoArguments' : nameArguments(typeName, field.name)
      const value = printTypeScript(field.type, nameValue)
      return `    readonly ${field.name}?: ${kind}<${value}, ${parent}, ${given}, Context, Details>`
    }),
    '  }',
  ]
}

/** Prints the schema texts by slice, for a server that joins the slices it has. */
export const printTypeDefs = (parts: readonly SchemaPart[]): string =>
  [
    'export const typeDefs = {',
    ...parts.map(({ name, text }) => `  ${toCamelCase(name)}: ${quoteText(text.replaceAll(/^#.*\n+/gmu, ''))},`),
    '} as const\n',
  ].join('\n')

export const quoteText = (text: string): string => `\`${text.replaceAll(/\\|`|\$(?=\{)/gu, String.raw`\$&`)}\``
