import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema } from 'graphql'
import { expect, it } from 'vitest'
import { openProjectWorld } from '../../testing/project-world.ts'
import { findContractDifferences } from '../testing/contract-differences.ts'

const contractFile = createRequire(import.meta.url).resolve('@espalier/contract/schema.graphql')

it('the served schema is the contract’s, as far as it has got', async () => {
  const world = await openProjectWorld()
  const served = world.engine.schema
  await world.close()
  expect(findContractDifferences(served, buildSchema(readFileSync(contractFile, 'utf8')))).toEqual([])
})
