import { execute, GraphQLError, type ExecutionResult, type FormattedExecutionResult, type GraphQLSchema } from 'graphql'
import type { Log } from '../../ports/log.ts'
import { createDocumentCache, type DocumentCache, type ReadyDocument } from './documents.ts'
import { createErrorFormatter, type ErrorFormatter } from '../http/error-responses.ts'
import type { GraphqlContext } from '../../api/slice.ts'
import { runJsonQuery } from './json-query.ts'

/** A response whose errors are safe for strangers. Without the key `data` nothing was executed. */
export interface GraphqlAnswer extends FormattedExecutionResult {
  /** The whole response as JSON text in pieces. Then `data` is ignored. */
  readonly written?: readonly string[]
}

/** Returns a response as JSON in pieces to be sent one after the other. */
export const toJsonPieces = (answer: GraphqlAnswer): readonly string[] => answer.written ?? [JSON.stringify(answer)]

export interface GraphqlEngine {
  readonly schema: GraphQLSchema
  readonly prepare: DocumentCache['prepare']
  readonly formatErrors: ErrorFormatter
  /** Executes queries, mutations, and one event of a subscription with its root. Never throws. */
  execute(
    ready: ReadyDocument,
    variables: Readonly<Record<string, unknown>>,
    context: GraphqlContext,
    root?: unknown,
  ): Promise<ExecutionResult>
  /** Does the same and formats the errors for the caller. */
  run(
    ready: ReadyDocument,
    variables: Readonly<Record<string, unknown>>,
    context: GraphqlContext,
  ): Promise<GraphqlAnswer>
}

export interface GraphqlEngineOptions {
  readonly schema: GraphQLSchema
  /** Also lets error messages suggest names. */
  readonly allowsIntrospection: boolean
}

export function createGraphqlEngine({ schema, allowsIntrospection }: GraphqlEngineOptions): GraphqlEngine {
  const documents = createDocumentCache(schema, allowsIntrospection)
  const formatErrors = createErrorFormatter(allowsIntrospection)
  const runRaw: GraphqlEngine['execute'] = async (ready, variables, context, root) => {
    try {
      const compiled = documents.compile(ready)
      const result = compiled === null ? undefined : await compiled.query(root, context, variables)
      // Without data graphql-jit refused the variables; graphql-js reports it in the standard wording.
      if (result !== undefined && 'data' in result) return result
      return await executeInterpreted(schema, ready, { variables, context, root })
    } catch (error) {
      return { errors: [asGraphQLError(error)] }
    }
  }
  return {
    schema,
    prepare: documents.prepare,
    formatErrors,
    execute: runRaw,
    async run(ready, variables, context) {
      const past = ready.written && (await runJsonQuery(schema, ready.written, variables, context))
      if (past !== null)
        return 'written' in past ? { data: {}, ...past } : toGraphqlAnswer(past, formatErrors, context.log)
      return toGraphqlAnswer(await runRaw(ready, variables, context), formatErrors, context.log)
    },
  }
}

const executeInterpreted = (
  schema: GraphQLSchema,
  { document, operationName }: ReadyDocument,
  { variables: variableValues, context: contextValue, root: rootValue }: Execution,
) => execute({ schema, document, operationName, variableValues, contextValue, rootValue })

interface Execution {
  readonly variables: Readonly<Record<string, unknown>>
  readonly context: GraphqlContext
  readonly root: unknown
}

const asGraphQLError = (error: unknown): GraphQLError =>
  new GraphQLError('thrown outside a resolver', {
    originalError: error instanceof Error ? error : new Error(String(error)),
  })

interface RawAnswer {
  readonly data?: ExecutionResult['data'] | undefined
  readonly errors?: readonly GraphQLError[] | undefined
  readonly extensions?: ExecutionResult['extensions'] | undefined
}

export function toGraphqlAnswer(
  { data, errors, extensions }: RawAnswer,
  formatErrors: ErrorFormatter,
  log: Log,
): GraphqlAnswer {
  return {
    ...(errors !== undefined && errors.length > 0 && { errors: formatErrors(errors, log) }),
    ...(data !== undefined && { data }),
    ...(extensions !== undefined && { extensions }),
  }
}
