import { describe, expect, it } from 'vitest'
import { testSlice } from '../testing/test-server.ts'
import { createDocumentCache } from './documents.ts'
import { makeSchema } from './schema.ts'

const schema = makeSchema([testSlice])

function compiledAfter(uses: number, query: string): boolean {
  const documents = createDocumentCache(schema, true)
  for (let use = 1; use < uses; use += 1) {
    const ready = documents.prepare(query, null)
    if (ready.kind === 'ready') documents.compile(ready)
  }
  const ready = documents.prepare(query, null)
  if (ready.kind === 'refused') throw new Error(String(ready.errors))
  return documents.compile(ready) !== null
}

describe('Document cache', () => {
  it('compiles a document when it is repeated, not the first time', () => {
    expect([compiledAfter(1, '{ hello }'), compiledAfter(2, '{ hello }')]).toEqual([false, true])
  })

  it.each(['{ __typename }', 'query ($x: Boolean!) { hello @skip(if: $x) }', '{ ...F } fragment F on Query { hello }'])(
    'keeps documents in graphql-js if graphql-jit may differ: %s',
    (query) => {
      expect(compiledAfter(3, query)).toBe(false)
    },
  )

  it('does not compile documents with a recursive input type, because that would never end', () => {
    const typeDefs =
      'extend type Query { find(by: Filter): Int } input Filter { not: Filter, and: [Filter!], name: String }'
    const recursive = createDocumentCache(makeSchema([{ name: 'find', typeDefs, resolvers: {} }]), true)
    const ready = recursive.prepare('query ($by: Filter) { find(by: $by) }', null)
    if (ready.kind === 'refused') throw new Error(String(ready.errors))
    expect([recursive.compile(ready), recursive.compile(ready)]).toEqual([null, null])
  })

  it('drops the least recently used documents', () => {
    const documents = createDocumentCache(schema, true)
    const first = documents.prepare('{ hello }', null)
    expect(documents.prepare('{ hello }', null)).toBe(first)
    for (let i = 0; i < 501; i += 1) documents.prepare(`query Q${i} { hello }`, null)
    expect(documents.prepare('{ hello }', null)).not.toBe(first)
  })

  it('distinguishes documents by the requested operation', () => {
    const documents = createDocumentCache(schema, true)
    const query = 'query A { hello } query B { client }'
    const [a, b] = [documents.prepare(query, 'A'), documents.prepare(query, 'B')]
    expect([a, b].map((ready) => ready.kind === 'ready' && ready.operation.name?.value)).toEqual(['A', 'B'])
  })
})
