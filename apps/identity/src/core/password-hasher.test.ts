import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpError } from '../protocol/errors.ts'
import { readMessageIds } from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'
import { createPasswordHasher } from './password-hasher.ts'

describe('Password hasher', () => {
  it('hashes with argon2id at the agreed cost and with a salt', async () => {
    const hasher = createPasswordHasher()
    const [one, other] = [await hasher.hash('a password'), await hasher.hash('a password')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(one).not.toBe(other)
    expect(await hasher.verify(one, 'a password')).toBe(true)
    expect(await hasher.verify(one, 'another')).toBe(false)
    expect(await hasher.verify(null, 'a password')).toBe(false)
    expect(await hasher.verify(one, 'x'.repeat(5_000_000))).toBe(false)
  })

  it('hashes a few passwords at a time and rejects callers beyond the waiting limit', async () => {
    const hasher = createPasswordHasher({ inFlight: 1, waiting: 2 })
    const all = await Promise.allSettled(Array.from({ length: 5 }, (_, at) => hasher.hash(`password ${at}`)))
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
    const reasons = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
    for (const reason of reasons) {
      expect(reason).toBeInstanceOf(HttpError)
      expect(reason).toMatchObject({ code: 503, parts: { headers: { 'retry-after': '2' } } })
    }
    expect(await hasher.hash('afterwards')).toContain('argon2id')
  })

  it('continues after a failed hash', async () => {
    const hasher = createPasswordHasher({ inFlight: 1, waiting: 2 })
    await expect(hasher.verify('no hash', 'x')).rejects.toThrow()
    expect(await hasher.hash('afterwards')).toContain('argon2id')
  })
})

describe('Concurrent failed sign-ins', () => {
  let fixture: IdentityFixture
  beforeAll(async () => {
    fixture = await openIdentityFixture()
  })
  afterAll(() => fixture.close())

  it('answers 40 simultaneous wrong sign-ins, each with the wrong-password message', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        browser.submit(flow, { method: 'password', identifier: `person${at}@example.com`, password: 'wrong' }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
    expect(answers.every(({ body }) => readMessageIds(body)[0] === 4000006)).toBe(true)
  })
})
