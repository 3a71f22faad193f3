import {
  GraphQLError,
  getArgumentValues,
  getVariableValues,
  isNonNullType,
  Kind,
  OperationTypeNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import type { GraphContext, PlainField, WriteField } from './slice.ts'

const writeKey = 'espalier.write'

/** Whether a field can be written as JSON where its rows are, past the engine. */
export function adoptWriter(field: GraphQLField<unknown, GraphContext>, write: WriteField): void {
  field.extensions = { ...field.extensions, [writeKey]: write }
}

/** A query of one such field, with nothing in it but plain names. */
export interface WrittenQuery {
  readonly operation: OperationDefinitionNode
  readonly node: FieldNode
  readonly definition: GraphQLField<unknown, GraphContext>
  readonly fields: readonly PlainField[]
  readonly write: WriteField
}

export function writtenQueryOf(schema: GraphQLSchema, operation: OperationDefinitionNode): WrittenQuery | null {
  if (operation.operation !== OperationTypeNode.QUERY || hasDirectives(operation)) return null
  const [node, ...rest] = operation.selectionSet.selections
  if (rest.length > 0 || node?.kind !== Kind.FIELD || hasDirectives(node)) return null
  const definition = schema.getQueryType()?.getFields()[node.name.value]
  const write = definition?.extensions[writeKey]
  const fields = plainFieldsOf(node.selectionSet)
  if (definition === undefined || typeof write !== 'function' || fields === null) return null
  return { operation, node, definition, fields, write: write as WriteField }
}

const hasDirectives = ({ directives }: OperationDefinitionNode | FieldNode): boolean => (directives ?? []).length > 0

/** Null where the selection holds more than names: an alias, a fragment, a directive, a name twice. */
function plainFieldsOf(selection: SelectionSetNode | undefined): readonly PlainField[] | null {
  const fields: PlainField[] = []
  for (const node of selection?.selections ?? []) {
    if (node.kind !== Kind.FIELD || node.alias !== undefined || hasDirectives(node)) return null
    const name = node.name.value
    const below = plainFieldsOf(node.selectionSet)
    if (below === null || name.startsWith('__') || fields.some((field) => field.name === name)) return null
    fields.push({ name, fields: below })
  }
  return fields
}

export type WrittenAnswer = { readonly written: string } | Pick<ExecutionResult, 'data' | 'errors'>

/** The whole answer as text, or what went wrong. Null where the engine must answer. */
export async function runWritten(
  schema: GraphQLSchema,
  { operation, node, definition, fields, write }: WrittenQuery,
  variables: Readonly<Record<string, unknown>>,
  context: GraphContext,
): Promise<WrittenAnswer | null> {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  // The engine words what is wrong with the variables.
  if (coerced === undefined) return null
  const key = node.alias?.value ?? node.name.value
  try {
    const args = getArgumentValues(definition as GraphQLField<unknown, unknown>, node, coerced)
    const text = await write(fields, args as never, context)
    return text === null ? null : { written: `{"data":{${JSON.stringify(key)}:${text}}}` }
  } catch (error) {
    const originalError = error instanceof Error ? error : new Error(String(error))
    const told = new GraphQLError(originalError.message, { nodes: [node], path: [key], originalError })
    return { data: isNonNullType(definition.type) ? null : { [key]: null }, errors: [told] }
  }
}
