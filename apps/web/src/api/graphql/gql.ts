const beginning = /^\s*(query|mutation|subscription|fragment)\s+(\w+)/u

/** An operation or a fragment as it is sent. It is not parsed in the page: a parser is heavier than all of them; a test parses them. */
export interface DocumentNode {
  readonly kind: 'Document'
  readonly name: string
  /** Its own text and those of the fragments it names. */
  readonly texts: readonly string[]
}

export type Variables = Readonly<Record<string, unknown>>

/** A document with the types of its answer and of its variables. */
export interface TypedDocumentNode<Sent, Given> extends DocumentNode {
  readonly types?: (variables: Given) => Sent
}

export function gql(strings: TemplateStringsArray, ...parts: readonly (DocumentNode | string)[]): DocumentNode {
  const own = String.raw(strings, ...parts.map((part) => (typeof part === 'string' ? part : ''))).trim()
  const [, , name] = beginning.exec(own) ?? []
  if (name === undefined) throw new Error(`This document has no name: ${own}`)
  const named = parts.flatMap((part) => (typeof part === 'string' ? [] : part.texts))
  return { kind: 'Document', name, texts: [...new Set([own, ...named])] }
}

/** The document with every fragment that it names, each once. */
export const textOf = ({ texts }: DocumentNode): string => texts.join('\n')
