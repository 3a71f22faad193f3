import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema, graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createRequestBudget } from '../../api/request-budget.ts'
import { findContractDifferences } from '../testing/contract-differences.ts'
import { makeSchema } from './schema.ts'
import type { Slice } from '../../api/slice.ts'

const contractFile = createRequire(import.meta.url).resolve('@espalier/contract/schema.graphql')
const contract = buildSchema(readFileSync(contractFile, 'utf8'))

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

const differencesOf = (typeDefs: string) =>
  findContractDifferences(makeSchema([{ name: 'x', typeDefs, resolvers: {} }]), contract)

describe('a schema of slices', () => {
  it('needs neither mutation nor subscription', async () => {
    const schema = makeSchema([account])
    expect(schema.getMutationType()).toBeUndefined()
    expect(schema.getSubscriptionType()).toBeUndefined()
    expect(
      await graphql({ schema, source: '{ account { id } }', contextValue: { budget: createRequestBudget() } }),
    ).toEqual({ data: { account: { id: 'a1' } } })
  })

  it('joins what several slices add to one root', () => {
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
  ])('says whose part does not fit: %s', (message, part) => {
    const bad: Slice = { name: 'bad', typeDefs: 'extend type Query { bad: Int }', resolvers: {}, ...part }
    expect(() => makeSchema([account, bad])).toThrow(message)
  })
})

describe('the contract', () => {
  it('is kept by itself', () => {
    expect(findContractDifferences(contract, contract)).toEqual([])
  })

  it('is broken by a field that is missing in a type, not by a root that is still growing', () => {
    expect(findContractDifferences(makeSchema([account]), contract)).toEqual([
      'Account.usage is missing',
      'Account.deviceKeys is missing',
      'AccountIntegrations.jira is missing',
    ])
  })

  it('is broken by another type, argument, default or description', () => {
    expect(differencesOf('extend type Query { account: Account } type Account { id: ID! }')).toContainEqual(
      expect.stringMatching(/^Query.account is/),
    )
    expect(differencesOf('extend type Query { projects(filter: F): Int } enum F { a }')).toHaveLength(1)
    expect(differencesOf('extend type Query { a: NodeStatus } enum NodeStatus { todo done }')).toHaveLength(1)
    expect(differencesOf('extend type Query { a: Node } scalar Node')).toEqual(['Node is another kind of type'])
  })
})
