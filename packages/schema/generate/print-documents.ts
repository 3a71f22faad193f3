import { nodeFields } from '@espalier/domain'
import {
  type FragmentDefinitionNode,
  getNamedType,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionSetNode,
  specifiedRules,
  stripIgnoredCharacters,
  typeFromAST,
  validate,
  visit,
} from 'graphql'
import { quoteText } from './print-types.ts'
import { capitalize, findScalarType, printTypeScript } from './read-schema.ts'

// A file of documents is validated as a whole and may contain more operations than one request could.
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)

const nameApiType = (name: string): string => findScalarType(name) ?? `Api.${name}`

/**
 * Adds the fragment of a node's fields to documents that use it, so that a new field is requested without another edit.
 */
export const withNodeFields = (text: string): string =>
  text.includes('...NodeFields') ? `fragment NodeFields on Node { ${nodeFields.pageSelection} }\n${text}` : text

/** Prints the module of one file of documents: each operation as text with the types of its data and variables. */
export function printDocuments(schema: GraphQLSchema, text: string): string {
  const document = parse(text)
  const errors = validate(schema, document, rules)
  if (errors.length > 0) throw new GraphQLError(errors.map(String).join('\n\n'))
  const fragments = new Map<string, FragmentDefinitionNode>()
  const operations: OperationDefinitionNode[] = []
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition)
  }
  const printed = [
    ...[...fragments.values()].map((fragment) => printFragment(schema, fragment)),
    ...operations.map((operation) => printOperation(schema, operation, fragments)),
  ].join('\n')
  return [
    ...(printed.includes('Api.') ? [`import type * as Api from '../types.ts'`] : []),
    `import type { TypedDocument } from '../../typed-document.ts'\n`,
    printed,
  ].join('\n')
}

function printFragment(schema: GraphQLSchema, fragment: FragmentDefinitionNode): string {
  const name = fragment.name.value
  const type = requireObject(schema.getType(fragment.typeCondition.name.value))
  return [
    `export type ${name} = ${printSelection(type, fragment.selectionSet, '')}`,
    `const ${nameFragmentText(name)} = ${quoteText(stripIgnoredCharacters(print(fragment)))}\n`,
  ].join('\n')
}

const nameFragmentText = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}Text`

function printOperation(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): string {
  if (operation.name === undefined) throw new GraphQLError('An operation needs a name', { nodes: operation })
  const name = operation.name.value
  const kind = capitalize(operation.operation)
  const root = requireObject(schema.getRootType(operation.operation))
  const used = listUsedFragments(operation, fragments).map((one) => `\${${nameFragmentText(one)}}`)
  const text = quoteText(stripIgnoredCharacters(print(operation)))
  const variables = printVariables(schema, operation)
  const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}${kind}`
  return [
    `export type ${name}${kind} = ${printSelection(root, operation.selectionSet, '')}`,
    `export type ${name}${kind}Variables = ${variables}`,
    `export const ${constant}: TypedDocument<${name}${kind}, ${name}${kind}Variables> = {`,
    `  name: '${name}',`,
    `  text: ${text.slice(0, -1)}${used.join('')}\`,`,
    '}\n',
  ].join('\n')
}

function printVariables(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): string {
  if (variableDefinitions.length === 0) return 'Readonly<Record<string, never>>'
  const lines = variableDefinitions.map(({ variable, type, defaultValue }) => {
    const mark = type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined ? '' : '?'
    const known = typeFromAST(schema, type)
    if (known === undefined) throw new GraphQLError('The schema has no such type', { nodes: type })
    return `  readonly ${variable.name.value}${mark}: ${printTypeScript(known, nameApiType)}`
  })
  return ['{', ...lines, '}'].join('\n')
}

/** Includes fragments that are used by other used fragments. */
function listUsedFragments(
  node: OperationDefinitionNode | FragmentDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  found: string[] = [],
): readonly string[] {
  visit(node, {
    FragmentSpread({ name: { value } }) {
      const fragment = fragments.get(value)
      if (fragment === undefined || found.includes(value)) return
      found.push(value)
      listUsedFragments(fragment, fragments, found)
    },
  })
  return found
}

function printSelection(type: GraphQLObjectType, { selections }: SelectionSetNode, indent: string): string {
  const spreads: string[] = []
  const lines: string[] = []
  for (const selection of selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) spreads.push(selection.name.value)
    else if (selection.kind === Kind.INLINE_FRAGMENT)
      throw new GraphQLError('Use a named fragment instead of an inline one', { nodes: selection })
    else {
      const field = type.getFields()[selection.name.value]
      if (field === undefined) throw new GraphQLError('The schema has no such field', { nodes: selection })
      const name = selection.alias?.value ?? field.name
      lines.push(`${indent}  readonly ${name}: ${printField(field.type, selection.selectionSet, `${indent}  `)}`)
    }
  }
  const own = lines.length === 0 ? [] : [['{', ...lines, `${indent}}`].join('\n')]
  return [...spreads, ...own].join(' & ')
}

function printField(type: GraphQLOutputType, selected: SelectionSetNode | undefined, indent: string): string {
  const named = getNamedType(type)
  if (selected === undefined || !isObjectType(named)) return printTypeScript(type, nameApiType)
  const selection = printSelection(named, selected, indent)
  return printTypeScript(type, () => (selection.includes(' & ') ? `(${selection})` : selection))
}

function requireObject(type: unknown): GraphQLObjectType {
  if (!isObjectType(type)) throw new GraphQLError('Only object types can be selected from')
  return type
}
