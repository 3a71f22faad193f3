import {
  BREAK,
  type DocumentNode,
  getNamedType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  typeFromAST,
  validate,
  visit,
} from 'graphql'
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit'
import { apiLimits } from '../../api/limits.ts'
import { requestTexts } from '../../texts/requests.ts'
import { countOperationWork, findDocumentRefusal, weighDocument } from './document-cost.ts'
import { findJsonQuery, type JsonQuery } from './json-query.ts'

/** Whether graphql-jit executes this document exactly as graphql-js would. Otherwise it is not used. */
function isCompilable(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const hasPlainRoots = operation.selectionSet.selections.every(
    (selection) => selection.kind === Kind.FIELD && !selection.name.value.startsWith('__'),
  )
  if (!hasPlainRoots) return false
  let hasDirective = false
  visit(document, {
    Directive: () => {
      hasDirective = true
      return BREAK
    },
  })
  if (hasDirective) return false
  // Compiling variables of a recursive type never ends.
  return (operation.variableDefinitions ?? []).every((definition) => {
    const type = typeFromAST(schema, definition.type)
    return type !== undefined && isInputType(type) && !containsItself(getNamedType(type))
  })
}

function containsItself(type: GraphQLNamedType, inside: readonly GraphQLNamedType[] = []): boolean {
  if (inside.includes(type)) return true
  if (!isInputObjectType(type)) return false
  return Object.values(type.getFields()).some((field) => containsItself(getNamedType(field.type), [...inside, type]))
}

/** A document that may be executed. */
export interface ReadyDocument {
  readonly kind: 'ready'
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly operationName: string | null
  /** Undefined: not worth compiling yet. Null: graphql-jit cannot compile it, so graphql-js executes it. */
  compiled: CompiledQuery | null | undefined
  uses: number
  /** Null if every part of it needs the engine. */
  readonly written: JsonQuery | null
  /** Its fields with every fragment spread, and its work in the units of the limits. */
  readonly cost: { readonly fields: number; readonly work: number }
}

export interface RefusedDocument {
  readonly kind: 'refused'
  /** A limit is exceeded: HTTP 400 whatever the caller accepts. */
  readonly isOverLimit: boolean
  readonly errors: readonly GraphQLError[]
}

export interface DocumentCache {
  prepare(query: string, operationName: string | null): ReadyDocument | RefusedDocument
  compile(ready: ReadyDocument): CompiledQuery | null
}

const toRefusedDocument = (errors: readonly GraphQLError[], isOverLimit = false): RefusedDocument => ({
  kind: 'refused',
  isOverLimit,
  errors,
})

export function createDocumentCache(schema: GraphQLSchema, allowsIntrospection: boolean): DocumentCache {
  const rules = allowsIntrospection ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  const known = createBoundedCache<ReadyDocument>()

  const read = (query: string, operationName: string | null): ReadyDocument | RefusedDocument => {
    const document = parseWithTokenLimit(query)
    if (document.kind === 'refused') return document
    const weight = weighDocument(document)
    const refusal = findDocumentRefusal(document, weight)
    if (refusal !== null) return toRefusedDocument([new GraphQLError(refusal)], true)
    const errors = validate(schema, document, rules, { maxErrors: apiLimits.graphql.validationErrors })
    if (errors.length > 0) return toRefusedDocument(errors)
    const operation = findOperation(document, operationName)
    if (operation === null) return toRefusedDocument([new GraphQLError(requestTexts.operation.unknownName)])
    const written = findJsonQuery(schema, document, operation)
    const cost = { fields: weight.fields, work: countOperationWork(document, operation) }
    return { kind: 'ready', document, operation, operationName, compiled: undefined, uses: 0, written, cost }
  }

  return {
    prepare(query, operationName) {
      const key = `${operationName ?? ''}\n${query}`
      const cached = known.get(key)
      if (cached !== undefined) return cached
      const prepared = read(query, operationName)
      if (prepared.kind === 'ready') known.set(key, prepared)
      return prepared
    },
    // Compiling costs more than one execution: a caller who never repeats a query must not make us compile each.
    compile(ready) {
      ready.uses += 1
      if (ready.compiled === undefined && ready.uses > 1) ready.compiled = compileIfPossible(schema, ready)
      return ready.compiled ?? null
    },
  }
}

function parseWithTokenLimit(query: string): DocumentNode | RefusedDocument {
  try {
    return parse(query, { maxTokens: apiLimits.graphql.tokens })
  } catch (error) {
    // The parser gives too many tokens no code, only this text, which nothing else of ours compares.
    if (error instanceof GraphQLError) return toRefusedDocument([error], error.message.includes('tokens'))
    throw error
  }
}

function findOperation(document: DocumentNode, name: string | null): OperationDefinitionNode | null {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (name !== null) return operations.find((node) => node.name?.value === name) ?? null
  return operations.length === 1 ? (operations[0] ?? null) : null
}

function compileIfPossible(schema: GraphQLSchema, ready: ReadyDocument): CompiledQuery | null {
  if (!isCompilable(schema, ready.document, ready.operation)) return null
  const compiled = compileQuery(schema, ready.document, ready.operationName ?? undefined)
  return isCompiledQuery(compiled) ? compiled : null
}

function createBoundedCache<Value>() {
  const { compiledDocuments, compiledCharacters } = apiLimits.graphql
  const entries = new Map<string, Value>()
  let characters = 0
  const drop = (key: string): void => {
    if (entries.delete(key)) characters -= key.length
  }
  return {
    get(key: string): Value | undefined {
      const value = entries.get(key)
      if (value === undefined) return undefined
      entries.delete(key)
      entries.set(key, value)
      return value
    },
    set(key: string, value: Value): void {
      drop(key)
      entries.set(key, value)
      characters += key.length
      for (const oldest of entries.keys()) {
        if (entries.size <= compiledDocuments && characters <= compiledCharacters) break
        drop(oldest)
      }
    },
  }
}
