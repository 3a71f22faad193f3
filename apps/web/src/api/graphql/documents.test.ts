import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { liveDocuments, projectDocuments } from '@espalier/sync'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, it, vi } from 'vitest'
import type * as Gql from './gql.ts'
import { type DocumentNode, gql, textOf } from './gql.ts'

const schemaFile = createRequire(import.meta.url).resolve('@espalier/schema/schema.graphql')
const schema = buildSchema(readFileSync(schemaFile, 'utf8'))

// Every document that a module makes is recorded, also one that it does not export.
const recorded = vi.hoisted((): DocumentNode[] => [])
vi.mock('./gql.ts', async (importOriginal) => {
  const original = await importOriginal<typeof Gql>()
  const recordingGql: typeof original.gql = (...parts) => {
    const document = original.gql(...parts)
    recorded.push(document)
    return document
  }
  return { ...original, gql: recordingGql }
})
import.meta.glob(['../*.ts', '../{account,graphql}/*.ts', '../../project/sync/*.ts', '!**/*.test.ts'], {
  eager: true,
})

const isOperation = ({ texts }: DocumentNode): boolean => /^(?:query|mutation|subscription)\b/.test(texts[0] ?? '')
const documents = recorded.filter(isOperation).map((document) => [document.name, textOf(document)] as const)

describe('the documents of the page', () => {
  it('are found', () => {
    expect(documents.length).toBeGreaterThan(35)
  })

  it.each(documents)('%s is one the API understands', (_name, document) => {
    expect(validate(schema, parse(document))).toEqual([])
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
