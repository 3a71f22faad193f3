import { buildSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { printDocuments } from './print-documents.ts'

const schema = buildSchema(`
  type Query { nodes(projectId: ID!, kind: Kind): [Node!]! }
  type Node { id: ID! title: String parent: Node }
  enum Kind { open done }
`)

describe('printDocuments', () => {
  it('prints the types of an operation, and each fragment once however often it is named', () => {
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

  it('refuses a document that the schema does not know', () => {
    expect(() => printDocuments(schema, 'query Nodes { nodes { id } }')).toThrow('projectId')
    expect(() => printDocuments(schema, 'query Nodes { nodes(projectId: "1") { colour } }')).toThrow('colour')
  })

  it('refuses an operation without a name', () => {
    expect(() => printDocuments(schema, '{ nodes(projectId: "1") { id } }')).toThrow('name')
  })
})
