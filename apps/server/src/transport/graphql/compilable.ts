import {
  BREAK,
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  typeFromAST,
  visit,
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

/** Whether graphql-jit does this document exactly as graphql-js would. Where it would not, it is not asked. */
export function isCompilable(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): boolean {
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
  // Compiling variables of a type that contains itself never ends.
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
