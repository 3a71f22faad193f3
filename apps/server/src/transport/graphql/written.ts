import {
  GraphQLError,
  getArgumentValues,
  getVariableValues,
  isNonNullType,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
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

/** A query of one such field, with nothing in it but plain names, also by way of fragments. */
export interface WrittenQuery {
  readonly operation: OperationDefinitionNode
  readonly node: FieldNode
  readonly definition: GraphQLField<unknown, GraphContext>
  readonly fields: readonly PlainField[]
  readonly write: WriteField
}

export function writtenQueryOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): WrittenQuery | null {
  if (operation.operation !== OperationTypeNode.QUERY || hasDirectives(operation)) return null
  const [node, ...rest] = operation.selectionSet.selections
  if (rest.length > 0 || node?.kind !== Kind.FIELD || hasDirectives(node)) return null
  const definition = schema.getQueryType()?.getFields()[node.name.value]
  const write = definition?.extensions[writeKey]
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const fields = plainFieldsOf(node.selectionSet, fragments)
  if (definition === undefined || typeof write !== 'function' || fields === null) return null
  return { operation, node, definition, fields, write: write as WriteField }
}

const hasDirectives = ({ directives }: { readonly directives?: readonly unknown[] | undefined }): boolean =>
  (directives ?? []).length > 0

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** Null where the selection holds more than names: an alias or a directive. The types of fragments have been validated. */
function plainFieldsOf(selection: SelectionSetNode | undefined, fragments: Fragments): readonly PlainField[] | null {
  const fields = new Map<string, PlainField>()
  const add = ({ name, fields: below }: PlainField): void => {
    const known = fields.get(name)?.fields ?? []
    fields.set(name, { name, fields: mergeFields(known, below) })
  }
  for (const node of selection?.selections ?? []) {
    if (hasDirectives(node)) return null
    if (node.kind === Kind.FIELD) {
      const below = node.alias === undefined ? plainFieldsOf(node.selectionSet, fragments) : null
      if (below === null) return null
      add({ name: node.name.value, fields: below })
      continue
    }
    const spread = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
    const inner = spread === undefined || hasDirectives(spread) ? null : plainFieldsOf(spread.selectionSet, fragments)
    if (inner === null) return null
    inner.forEach(add)
  }
  return [...fields.values()]
}

function mergeFields(left: readonly PlainField[], right: readonly PlainField[]): readonly PlainField[] {
  const merged = new Map(left.map((field) => [field.name, field]))
  for (const { name, fields } of right) {
    merged.set(name, { name, fields: mergeFields(merged.get(name)?.fields ?? [], fields) })
  }
  return [...merged.values()]
}

export type WrittenAnswer = { readonly written: readonly string[] } | Pick<ExecutionResult, 'data' | 'errors'>

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
    const text = await context.budget.inTurn(() => write(fields, args as never, context))
    if (text === null) return null
    const start = `{"data":{${JSON.stringify(key)}:`
    return { written: typeof text === 'string' ? [`${start}${text}}}`] : [start, ...text, '}}'] }
  } catch (error) {
    const originalError = error instanceof Error ? error : new Error(String(error))
    const told = new GraphQLError(originalError.message, { nodes: [node], path: [key], originalError })
    return { data: isNonNullType(definition.type) ? null : { [key]: null }, errors: [told] }
  }
}
