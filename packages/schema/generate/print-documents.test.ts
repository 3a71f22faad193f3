import { nodeFields } from '@espalier/domain'
import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { printDocuments, withNodeFields } from './print-documents.ts'

const schema = buildSchema(`
  type Query { nodes(projectId: ID!, kind: Kind): [Node!]! }
  type Node { id: ID! title: String parent: Node }
  enum Kind { open done }
`)

describe('printDocuments', () => {
  it('prints the types of an operation, and each fragment once however often it is used', () => {
    const printed = printDocuments(
      schema,
      `query Nodes($projectId: ID!, $kind: Kind) {
        nodes(projectId: $projectId, kind: $kind) { ...Named parent { ...Named id } }
      }
      fragment Named on Node { name: title }`,
    )
    expect(printed).toContain('export type Named = {\n  readonly name: string | null\n}')
    expect(printed).toContain('readonly nodes: ReadonlyArray<(Named & {')
    expect(printed).toContain('readonly kind?: Api.Kind | null')
    expect(printed.match(/\$\{namedText\}/gu)).toHaveLength(1)
  })

  it('refuses a document with a field that the schema does not have', () => {
    expect(() => printDocuments(schema, 'query Nodes { nodes { id } }')).toThrow('projectId')
    expect(() => printDocuments(schema, 'query Nodes { nodes(projectId: "1") { colour } }')).toThrow('colour')
  })

  it('refuses an operation without a name', () => {
    expect(() => printDocuments(schema, '{ nodes(projectId: "1") { id } }')).toThrow('name')
  })

  it('expands NodeFields to the fields of the table', () => {
    expect(withNodeFields('query A { a { ...NodeFields } }')).toContain(`on Node { ${nodeFields.pageSelection} }`)
    expect(withNodeFields('query A { a { id } }')).toBe('query A { a { id } }')
  })
})
