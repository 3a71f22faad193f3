import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql'
import type { GraphqlContext, PlainField, WriteFieldJson } from '../../api/slice.ts'

const writerExtensionKey = 'espalier.write'

/** Sets the function that writes a field as JSON in the database, without the engine. */
export function setFieldWriter(field: GraphQLField<unknown, GraphqlContext>, write: WriteFieldJson): void {
  field.extensions = { ...field.extensions, [writerExtensionKey]: write }
}

/** A query of one such field with only plain names, possibly in fragments. */
export interface JsonQuery {
  readonly operation: OperationDefinitionNode
  readonly node: FieldNode
  readonly definition: GraphQLField<unknown, GraphqlContext>
  readonly fields: readonly PlainField[]
  readonly write: WriteFieldJson
}

export function findJsonQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): JsonQuery | null {
  if (operation.operation !== OperationTypeNode.QUERY || hasDirectives(operation)) return null
  const [node, ...rest] = operation.selectionSet.selections
  if (rest.length > 0 || node?.kind !== Kind.FIELD || hasDirectives(node)) return null
  const definition = schema.getQueryType()?.getFields()[node.name.value]
  const write = definition?.extensions[writerExtensionKey]
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  )
  const fields = collectPlainFields(node.selectionSet, fragments)
  if (definition === undefined || typeof write !== 'function' || fields === null) return null
  return { operation, node, definition, fields, write: write as WriteFieldJson }
}

const hasDirectives = ({ directives }: { readonly directives?: readonly unknown[] | undefined }): boolean =>
  (directives ?? []).length > 0

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>

/** Null if the selection contains an alias or a directive. The types of fragments have been validated. */
function collectPlainFields(
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
): readonly PlainField[] | null {
  const fields = new Map<string, PlainField>()
  const add = ({ name, fields: below }: PlainField): void => {
    const known = fields.get(name)?.fields ?? []
    fields.set(name, { name, fields: mergeFields(known, below) })
  }
  for (const node of selection?.selections ?? []) {
    if (hasDirectives(node)) return null
    if (node.kind === Kind.FIELD) {
      const below = node.alias === undefined ? collectPlainFields(node.selectionSet, fragments) : null
      if (below === null) return null
      add({ name: node.name.value, fields: below })
      continue
    }
    const spread = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value)
    const inner =
      spread === undefined || hasDirectives(spread) ? null : collectPlainFields(spread.selectionSet, fragments)
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

export type JsonQueryAnswer = { readonly written: readonly string[] } | Pick<ExecutionResult, 'data' | 'errors'>

/** Returns the whole response as text or its error. Null if the engine must answer. */
export async function runJsonQuery(
  schema: GraphQLSchema,
  { operation, node, definition, fields, write }: JsonQuery,
  variables: Readonly<Record<string, unknown>>,
  context: GraphqlContext,
): Promise<JsonQueryAnswer | null> {
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  // The engine reports the error in the variables.
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
    const graphqlError = new GraphQLError(originalError.message, { nodes: [node], path: [key], originalError })
    return { data: isNonNullType(definition.type) ? null : { [key]: null }, errors: [graphqlError] }
  }
}
