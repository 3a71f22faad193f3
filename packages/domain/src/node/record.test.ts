import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { nodeFields } from './record.ts'

setFlagsFromString('--allow-natives-syntax')
const hasFastProperties = runInNewContext('(value) => %HasFastProperties(value)') as (value: object) => boolean

it.each(['defaults', 'pageDefaults'] as const)('can be copied quickly for each of many new nodes: %s', (name) => {
  expect(hasFastProperties({ ...nodeFields[name] })).toBe(true)
  expect(hasFastProperties(nodeFields[name])).toBe(true)
})
