import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { accountSlice } from '../../features/account/index.ts'
import { contractDifferences } from './contract.ts'
import { makeSchema } from './schema.ts'

const contractFile = createRequire(import.meta.url).resolve('@espalier/contract/schema.graphql')

it('the served schema is the contract’s, as far as it has got', () => {
  const served = makeSchema([accountSlice({ read: async () => null })])
  expect(contractDifferences(served, buildSchema(readFileSync(contractFile, 'utf8')))).toEqual([])
})
