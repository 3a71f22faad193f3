import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { liveDocuments, projectDocuments } from '@espalier/sync'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it } from 'vitest'
import { type DocumentNode, gql, textOf } from './gql.ts'

const schemaFile = createRequire(import.meta.url).resolve('@espalier/contract/schema.graphql')
const schema = buildSchema(readFileSync(schemaFile, 'utf8'))

// Every module of the network layer that holds documents, by hand or by name.
const modules = import.meta.glob<Record<string, unknown>>(['../*.ts', '../account/*.ts', '!../*.test.ts'], {
  eager: true,
})
const isDocument = (value: unknown): value is DocumentNode =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Document'

const documents = Object.entries(modules).flatMap(([file, held]) =>
  Object.entries(held).flatMap(([name, value]) => (isDocument(value) ? [[`${file} ${name}`, value] as const] : [])),
)

describe('the documents of the page', () => {
  it('are found', () => {
    expect(documents.length).toBeGreaterThan(15)
  })

  it.each(documents)('%s is one the API understands', (_name, document) => {
    expect(validate(schema, parse(textOf(document)))).toEqual([])
  })

  it.each(Object.entries({ ...projectDocuments, ...liveDocuments }))(
    'of an open project: %s is one the API understands, and asks for that field alone',
    (field, text) => {
      const document = parse(text)
      expect(validate(schema, document)).toEqual([])
      const fields = document.definitions.flatMap((one) =>
        one.kind === 'OperationDefinition' ? one.selectionSet.selections : [],
      )
      expect(fields.map((one) => (one.kind === 'Field' ? one.name.value : one.kind))).toEqual([field])
    },
  )

  it('name each fragment once, however often it is named', () => {
    const inner = gql`
      fragment Inner on Node {
        id
      }
    `
    const outer = gql`
      fragment Outer on Node {
        ...Inner
      }
      ${inner}
    `
    const query = gql`
      query Both {
        nodes(projectId: "1") {
          ...Inner
          ...Outer
        }
      }
      ${outer}
      ${inner}
    `
    expect(textOf(query).match(/fragment \w+/gu)).toEqual(['fragment Outer', 'fragment Inner'])
    expect(validate(schema, parse(textOf(query)))).toEqual([])
  })
})
