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

describe('documents', () => {
  it('are compiled when they come back, not at first sight', () => {
    expect([compiledAfter(1, '{ hello }'), compiledAfter(2, '{ hello }')]).toEqual([false, true])
  })

  it.each(['{ __typename }', 'query ($x: Boolean!) { hello @skip(if: $x) }', '{ ...F } fragment F on Query { hello }'])(
    'stay with graphql-js where graphql-jit may differ: %s',
    (query) => {
      expect(compiledAfter(3, query)).toBe(false)
    },
  )

  it('with an input that contains itself are not compiled, for that would never end', () => {
    const typeDefs =
      'extend type Query { find(by: Filter): Int } input Filter { not: Filter, and: [Filter!], name: String }'
    const recursive = createDocumentCache(makeSchema([{ name: 'find', typeDefs, resolvers: {} }]), true)
    const ready = recursive.prepare('query ($by: Filter) { find(by: $by) }', null)
    if (ready.kind === 'refused') throw new Error(String(ready.errors))
    expect([recursive.compile(ready), recursive.compile(ready)]).toEqual([null, null])
  })

  it('are forgotten when too many others came', () => {
    const documents = createDocumentCache(schema, true)
    const first = documents.prepare('{ hello }', null)
    expect(documents.prepare('{ hello }', null)).toBe(first)
    for (let i = 0; i < 501; i += 1) documents.prepare(`query Q${i} { hello }`, null)
    expect(documents.prepare('{ hello }', null)).not.toBe(first)
  })

  it('are told apart by the operation that is asked for', () => {
    const documents = createDocumentCache(schema, true)
    const query = 'query A { hello } query B { client }'
    const [a, b] = [documents.prepare(query, 'A'), documents.prepare(query, 'B')]
    expect([a, b].map((ready) => ready.kind === 'ready' && ready.operation.name?.value)).toEqual(['A', 'B'])
  })
})
