import { describe, expect, it } from 'vitest'
import { buildSchema } from 'graphql'
import { listBreakingChanges } from './read-schema.ts'

const published = 'type Query { nodes(projectId: ID!): [String!]! title: String }'

describe('change of the published schema', () => {
  it.each([
    ['a field that is taken away', 'type Query { nodes(projectId: ID!): [String!]! }'],
    ['a field that becomes nullable', 'type Query { nodes(projectId: ID!): [String!] title: String }'],
    [
      'a new argument that is required',
      'type Query { nodes(projectId: ID!, all: Boolean!): [String!]! title: String }',
    ],
  ])('refuses the breaking change %s', (_what, changed) => {
    expect(listBreakingChanges(published, buildSchema(changed))).toHaveLength(1)
  })

  it('allows new fields and new optional arguments in the published schema', () => {
    const extended = 'type Query { nodes(projectId: ID!, all: Boolean): [String!]! title: String more: Int }'
    expect(listBreakingChanges(published, buildSchema(extended))).toEqual([])
  })
})
