import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { checkTraits, traitsSchema } from './traits.ts'

it('stores names as one line without control characters and without endless combining marks', () => {
  const given = { email: 'ada@example.com', firstname: `A\u0007d\na${'\u0301'.repeat(100)}`, lastname: '\u0000 ' }
  expect(checkTraits(given)).toMatchObject({
    ok: true,
    traits: { email: 'ada@example.com', firstname: `Ad a${'\u0301'.repeat(8)}` },
  })
  expect(checkTraits(given)).not.toHaveProperty('traits.lastname')
})

it('refuses an invalid address whatever the names are', () => {
  expect(checkTraits({ email: 'nobody', firstname: 'Ada' })).toMatchObject({ ok: false })
})

it('describes the traits by a valid JSON schema', () => {
  expect(new Ajv({ strict: false }).validateSchema(traitsSchema)).toBe(true)
})
