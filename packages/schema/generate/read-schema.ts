import { readdirSync, readFileSync } from 'node:fs'
import {
  buildASTSchema,
  concatAST,
  type DocumentNode,
  findBreakingChanges,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
  buildSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql'

/** One file of the schema: the part of the API that one slice of the server answers. */
export interface SchemaPart {
  /** The file's name without its extension. */
  readonly name: string
  readonly text: string
  readonly document: DocumentNode
}

const rootTypes = parse('type Query type Mutation type Subscription')

export function readSchemaParts(folder: URL): readonly SchemaPart[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.graphql'))
    .toSorted()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8')
      return { name: file.slice(0, -'.graphql'.length), text, document: parse(text) }
    })
}

export const joinSchemaParts = (parts: readonly SchemaPart[]): GraphQLSchema =>
  buildASTSchema(concatAST([rootTypes, ...parts.map(({ document }) => document)]))

/**
 * Lists everything that would break a client of the schema that was generated last. A published name is never removed.
 */
export const listBreakingChanges = (published: string, schema: GraphQLSchema): readonly string[] =>
  published === '' ? [] : findBreakingChanges(buildSchema(published), schema).map(({ description }) => description)

export const listOwnTypes = (schema: GraphQLSchema): readonly GraphQLNamedType[] =>
  Object.values(schema.getTypeMap()).filter(
    (type) => !type.name.startsWith('__') && (isObjectType(type) || isInputObjectType(type) || isEnumType(type)),
  )

/** Prints a type in TypeScript, including null where it is allowed. */
export function printTypeScript(type: GraphQLType, nameType: (name: string) => string): string {
  if (!isNonNullType(type)) return `${printNonNull(type, nameType)} | null`
  return printNonNull(type.ofType, nameType)
}

function printNonNull(type: GraphQLType, nameType: (name: string) => string): string {
  if (isListType(type)) return `ReadonlyArray<${printTypeScript(type.ofType, nameType)}>`
  if (isNonNullType(type)) return printNonNull(type.ofType, nameType)
  return nameType(type.name)
}

const scalarTypes: Readonly<Record<string, string>> = {
  ID: 'string',
  String: 'string',
  Boolean: 'boolean',
  Int: 'number',
  Float: 'number',
  JSON: 'unknown',
  Millis: 'number',
  Date: 'string',
}

/** Returns the TypeScript type of a built-in scalar, or null for a type that the schema defines. */
export const findScalarType = (name: string): string | null => scalarTypes[name] ?? null

export const toCamelCase = (name: string): string =>
  name.replaceAll(/-(\w)/gu, (_match, letter: string) => letter.toUpperCase())

export const capitalize = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`
