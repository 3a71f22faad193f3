import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema, graphql, lexicographicSortSchema, printSchema } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createRequestBudget } from '../../api/request-budget.ts'
import { anonymousViewer, openProjectWorld } from '../../testing/project-world.ts'
import { makeSchema } from './schema.ts'
import type { Slice } from '../../api/slice.ts'

const account: Slice = {
  name: 'account',
  typeDefs: /* GraphQL */ `
    extend type Query {
      account: Account!
    }
    type Account {
      id: ID!
      "Null: never subscribed."
      subscription: Subscribed
      integrationSettings: AccountIntegrations!
    }
    type Subscribed {
      "trialing, active, past_due, canceled, unpaid, incomplete, incomplete_expired, paused"
      status: String!
      "Seconds since 1970."
      trial_end: Int
    }
    type AccountIntegrations {
      later: String
    }
  `,
  resolvers: { Query: { account: () => ({ id: 'a1' }) } },
}

describe('Schema of slices', () => {
  it('a schema needs neither mutation nor subscription', async () => {
    const schema = makeSchema([account])
    expect(schema.getMutationType()).toBeUndefined()
    expect(schema.getSubscriptionType()).toBeUndefined()
    const contextValue = { viewer: anonymousViewer, budget: createRequestBudget() }
    expect(await graphql({ schema, source: '{ account { id } }', contextValue })).toEqual({
      data: { account: { id: 'a1' } },
    })
  })

  it('merges the additions of several slices to one root', () => {
    const more: Slice = {
      name: 'more',
      typeDefs: 'extend type Query { more(at: Millis): JSON } extend type Mutation { write: Boolean! }',
      resolvers: { Query: { more: () => 1 }, Mutation: { write: () => true } },
    }
    const schema = makeSchema([account, more])
    expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(['account', 'more'])
    expect(Object.keys(schema.getMutationType()?.getFields() ?? {})).toEqual(['write'])
  })

  it.each<[string, Partial<Slice>]>([
    ['The slice bad has type definitions', { typeDefs: 'extend type' }],
    ['bad resolves Nothing', { resolvers: { Nothing: { here: () => 1 } } }],
    ['bad resolves Query.nothing', { resolvers: { Query: { nothing: () => 1 } } }],
    ['Unknown type "Missing"', { typeDefs: 'extend type Query { missing: Missing }' }],
  ])('names the slice that does not fit: %s', (message, part) => {
    const bad: Slice = { name: 'bad', typeDefs: 'extend type Query { bad: Int }', resolvers: {}, ...part }
    expect(() => makeSchema([account, bad])).toThrow(message)
  })
})

it('serves the schema of the package, whole and with its descriptions', async () => {
  const world = await openProjectWorld()
  const served = world.engine.schema
  await world.close()
  const published = readFileSync(createRequire(import.meta.url).resolve('@espalier/schema/schema.graphql'), 'utf8')
  expect(printSchema(lexicographicSortSchema(served))).toBe(
    printSchema(lexicographicSortSchema(buildSchema(published))),
  )
})
