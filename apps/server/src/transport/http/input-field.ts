import { type ASTNode, type GraphQLError, Kind, type Token, TokenKind } from 'graphql'

/**
 * Names the input field whose value could not be read, for an error that GraphQL found before any resolver ran. The
 * values of variables have a path in the message, values in the document have their place in it.
 */
export function findInputField({ message, nodes }: GraphQLError): string | undefined {
  const [node] = nodes ?? []
  if (node === undefined) return undefined
  if (node.kind === Kind.VARIABLE_DEFINITION) {
    const [, path = ''] = / at "([^"]+)";/u.exec(message) ?? []
    const names = path.split('.').map((name) => name.replace(/\[.*$/u, ''))
    return toFieldName(names) || findVariableUse(node.loc?.startToken, node.variable.name.value)
  }
  const names = listNamesAround(node)
  return toFieldName(names) || names[0]
}

/** The first name is the argument. Only a style has fields of its own that errors name. */
function toFieldName([, ...names]: readonly string[]): string {
  return names[0] === 'style' ? names.join('.') : (names[0] ?? '')
}

/** The name of the field or argument that a variable is used for. */
function findVariableUse(start: Token | undefined, variable: string): string | undefined {
  for (let token = start; token != null; token = token.next ?? undefined) {
    if (token.kind !== TokenKind.DOLLAR || token.next?.value !== variable) continue
    if (token.prev?.kind === TokenKind.COLON) return token.prev.prev?.value
  }
  return undefined
}

const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])
const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L])

/** The names of the argument and of the fields around a value in a document, from outside to inside. */
function listNamesAround(node: ASTNode): readonly string[] {
  const names: string[] = []
  let depth = 0
  let isOwnerWanted = node.kind !== Kind.OBJECT_FIELD
  if (node.kind === Kind.OBJECT_FIELD) names.push(node.name.value)
  for (let token = node.loc?.startToken.prev; token != null; token = token.prev) {
    if (closing.has(token.kind)) depth += 1
    else if (depth === 0 && token.kind === TokenKind.PAREN_L) return names.toReversed()
    else if (depth > 0 && (opening.has(token.kind) || token.kind === TokenKind.PAREN_L)) depth -= 1
    else if (opening.has(token.kind)) isOwnerWanted = true
    else if (depth === 0 && isOwnerWanted && token.kind === TokenKind.COLON) {
      names.push(token.prev?.value ?? '')
      isOwnerWanted = false
    }
  }
  return []
}
