import { execute, GraphQLError, type ExecutionResult, type FormattedExecutionResult, type GraphQLSchema } from 'graphql'
import type { Log } from '../../ports/log.ts'
import { createDocuments, type Documents, type ReadyDocument } from './documents.ts'
import { createErrorFormatter, type ErrorFormatter } from './failures.ts'
import type { GraphContext } from './slice.ts'
import { runWritten } from './written.ts'

/** An answer with its errors already fit for strangers. Without the key `data` nothing was executed. */
export interface Answer extends FormattedExecutionResult {
  /** The whole answer as JSON already, in pieces. What `data` holds does not count then. */
  readonly written?: readonly string[]
}

/** An answer as JSON, in pieces that are to be sent one after the other. */
export const answerPieces = (answer: Answer): readonly string[] => answer.written ?? [JSON.stringify(answer)]

export interface Engine {
  readonly schema: GraphQLSchema
  readonly prepare: Documents['prepare']
  readonly formatErrors: ErrorFormatter
  /** Queries, mutations, and one event of a subscription as their root. Never throws. */
  execute(
    ready: ReadyDocument,
    variables: Readonly<Record<string, unknown>>,
    context: GraphContext,
    root?: unknown,
  ): Promise<ExecutionResult>
  /** The same, with the errors made fit for the caller. */
  run(ready: ReadyDocument, variables: Readonly<Record<string, unknown>>, context: GraphContext): Promise<Answer>
}

export interface EngineOptions {
  readonly schema: GraphQLSchema
  /** Also lets error messages suggest names. */
  readonly allowsIntrospection: boolean
}

export function createEngine({ schema, allowsIntrospection }: EngineOptions): Engine {
  const documents = createDocuments(schema, allowsIntrospection)
  const formatErrors = createErrorFormatter(allowsIntrospection)
  const runRaw: Engine['execute'] = async (ready, variables, context, root) => {
    try {
      const compiled = documents.compile(ready)
      const result = compiled === null ? undefined : await compiled.query(root, context, variables)
      // Without data graphql-jit refused the variables; graphql-js says so in the words of the standard.
      if (result !== undefined && 'data' in result) return result
      return await interpret(schema, ready, { variables, context, root })
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
      const past = ready.written && (await runWritten(schema, ready.written, variables, context))
      if (past !== null) return 'written' in past ? { data: {}, ...past } : toAnswer(past, formatErrors, context.log)
      return toAnswer(await runRaw(ready, variables, context), formatErrors, context.log)
    },
  }
}

const interpret = (
  schema: GraphQLSchema,
  { document, operationName }: ReadyDocument,
  { variables: variableValues, context: contextValue, root: rootValue }: Execution,
) => execute({ schema, document, operationName, variableValues, contextValue, rootValue })

interface Execution {
  readonly variables: Readonly<Record<string, unknown>>
  readonly context: GraphContext
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

export function toAnswer({ data, errors, extensions }: RawAnswer, formatErrors: ErrorFormatter, log: Log): Answer {
  return {
    ...(errors !== undefined && errors.length > 0 && { errors: formatErrors(errors, log) }),
    ...(data !== undefined && { data }),
    ...(extensions !== undefined && { extensions }),
  }
}
