import type { DocumentNode } from '@apollo/client'
import type { DefinitionNode } from 'graphql'

const texts = new WeakMap<object, readonly string[]>()
const beginning = /^\s*(query|mutation|subscription|fragment)\s+(\w+)/u

/**
 * An operation or a fragment as it is sent, with the little of its parsed form that Apollo's links ask for. To parse every
 * document in the page would take a parser that is heavier than all of them; a test parses them instead.
 */
export function gql(strings: TemplateStringsArray, ...parts: readonly (DocumentNode | string)[]): DocumentNode {
  const own = String.raw(strings, ...parts.map((part) => (typeof part === 'string' ? part : ''))).trim()
  const [, kind, name] = beginning.exec(own) ?? []
  if (kind === undefined || name === undefined) throw new Error(`This document has no name: ${own}`)
  const isFragment = kind === 'fragment'
  const definition = {
    kind: isFragment ? 'FragmentDefinition' : 'OperationDefinition',
    ...(!isFragment && { operation: kind }),
    name: { kind: 'Name', value: name },
    selectionSet: { kind: 'SelectionSet', selections: [] },
  } as unknown as DefinitionNode
  const document: DocumentNode = { kind: 'Document', definitions: [definition] } as DocumentNode
  texts.set(document, [
    ...new Set([own, ...parts.flatMap((part) => (typeof part === 'string' ? [] : (texts.get(part) ?? [])))]),
  ])
  return document
}

/** The document with every fragment that it names, each once. */
export function textOf(document: object): string {
  const known = texts.get(document)
  if (known === undefined) throw new Error('This document was not made by gql')
  return known.join('\n')
}
