import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identityMigrations } from '../index.ts'
import { HttpError } from '../protocol/errors.ts'
import { goodPassword, readMessageIds, type TestBrowser } from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'
import { type BackOff, type CountedAttempt, createBackOff } from './back-off.ts'
import { openIdentityDatabase } from './database.ts'

describe('Back-off counters', () => {
  let database: TestDatabase
  let backOff: BackOff
  let now = new Date('2026-01-01T00:00:00Z')
  beforeAll(async () => {
    database = await testDatabase([identityMigrations])
    backOff = createBackOff(openIdentityDatabase(database.pool))
  })
  afterAll(() => database.drop())

  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  const attempt = (account: string, address = account, device: string | null = null): Promise<CountedAttempt> =>
    backOff.attempt('sign-in', { account, address, device }, now)
  const fail = async (times: number, account: string, address = account) => {
    for (let at = 0; at < times; at += 1) await attempt(account, address)
  }
  /** Returns the seconds to wait, or 0. */
  const readWait = (account: string, address = account): Promise<number> =>
    attempt(account, address).then(
      () => 0,
      (error: unknown) => (error instanceof HttpError ? Number(error.parts.headers?.['retry-after']) : Number.NaN),
    )

  it('blocks an address at an account after five failures, twice as long each time, at most 15 minutes', async () => {
    await fail(5, 'ada')
    const waits: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const wait = await readWait('ada')
      waits.push(wait)
      pass(wait)
      await fail(1, 'ada')
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  it('does not extend the wait for attempts made during it', async () => {
    await fail(5, 'impatient')
    for (let at = 0; at < 3; at += 1) expect(await readWait('impatient')).toBe(1)
    pass(1)
    expect(await readWait('impatient')).toBe(0)
    expect(await readWait('impatient')).toBe(2)
  })

  it('resets after a success and after an hour without failures', async () => {
    await fail(4, 'right')
    await (await attempt('right')).succeeded()
    await fail(5, 'right')
    expect(await readWait('right')).toBe(1)
    pass(3601)
    await fail(5, 'right')
    expect(await readWait('right')).toBe(1)
  })

  it('blocks an address after failures at twenty accounts, but no other address', async () => {
    for (let at = 0; at < 20; at += 1) await fail(1, `person ${at}`, 'office')
    expect(await readWait('somebody', 'office')).toBe(1)
    expect(await readWait('somebody', 'home')).toBe(0)
  })

  it('gives an address back the attempts that succeeded and no more', async () => {
    for (let at = 0; at < 19; at += 1) await fail(1, `victim ${at}`, 'thief')
    await (await attempt('own account', 'thief')).succeeded()
    await fail(1, 'victim 19', 'thief')
    expect(await readWait('own account', 'thief')).toBe(1)
  })

  it('does not block another address or a known device because of failures at the same account', async () => {
    await fail(5, 'owner', 'burglar')
    expect(await readWait('owner', 'burglar')).toBe(1)
    expect(await readWait('owner', 'home')).toBe(0)
    await (await attempt('owner', 'burglar', 'laptop')).succeeded()
  })

  it('counts the failures of a known device separately', async () => {
    for (let at = 0; at < 5; at += 1) await attempt('dora', `address ${at}`, 'laptop')
    await expect(attempt('dora', 'address 9', 'laptop')).rejects.toThrow(HttpError)
    await attempt('dora', 'address 9', 'phone')
    expect(await readWait('dora', 'address 9')).toBe(0)
  })

  it('counts repeated failures of one person once for the address, so that others there need not wait', async () => {
    for (let round = 0; round < 25; round += 1) {
      pass(await readWait('forgetful', 'open-plan office'))
      await attempt('forgetful', 'open-plan office').catch(() => {})
      // This throws while the address is blocked.
      await (await attempt('colleague', 'open-plan office')).succeeded()
    }
  })

  it('blocks all addresses of one IPv6 network together', async () => {
    for (let at = 0; at < 20; at += 1) await fail(1, `sprayed ${at}`, `2001:db8:5:5::${at.toString(16)}`)
    expect(await readWait('sprayed 20', '2001:db8:5:5:ffff::1')).toBe(1)
    expect(await readWait('sprayed 20', '2001:db8:5:6::1')).toBe(0)
  })

  it('blocks many addresses at one account in the end, but never a known device', async () => {
    await database.pool.query(
      `INSERT INTO identity.attempts (scope, key_hash, failures, last_at)
       VALUES ('sign-in account', encode(sha256('account famous'), 'hex'), 999, $1)`,
      [now],
    )
    await fail(1, 'famous', 'bot 1')
    expect(await readWait('famous', 'bot 2')).toBe(1)
    await (await attempt('famous', 'bot 2', 'laptop')).succeeded()
  })

  it('counts concurrent guesses as it counts sequential ones', async () => {
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => attempt('parallel')))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  it('stores no account name in plain text', async () => {
    await fail(1, 'Somebody@example.com')
    const { rows } = await database.pool.query('SELECT * FROM identity.attempts')
    expect(JSON.stringify(rows)).not.toContain('Somebody')
  })
})

describe('Back-off in sign-in and registration', () => {
  /** Somebody already has this address. */
  const signUpTaken = async (browser: TestBrowser, email: string) => {
    await fixture.pool.query(
      `INSERT INTO identity.credential_identifiers (type, identifier, identity_id)
       SELECT 'password', $1, identity_id FROM identity.credential_identifiers WHERE identifier = 'ada@example.com'`,
      [email],
    )
    return browser.register(email)
  }

  let fixture: IdentityFixture
  // The clock stands still, because on a slow machine a wait of one second would be over before it is seen.
  let now = new Date()
  beforeAll(async () => {
    fixture = await openIdentityFixture({ backOff: true, clock: () => now })
    await fixture.browser().register('ada@example.com')
  })
  afterAll(() => fixture.close())

  it.each(['ada@example.com', 'nobody@example.com'])('makes %s wait, even with the right password', async (email) => {
    const browser = fixture.browser()
    const flow = await browser.start('login')
    const logIn = (password: string, speech?: 'page') =>
      browser.submit(flow, { method: 'password', identifier: email, password }, speech)
    for (let at = 0; at < 5; at += 1) {
      const answer = await logIn(`wrong ${at}`)
      expect([answer.status, readMessageIds(answer.body)]).toEqual([400, [4000006]])
    }
    for (const answer of [await logIn(goodPassword), await logIn(goodPassword, 'page')]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
      expect(answer.body.error).toMatchObject({ code: 429, status: 'Too Many Requests' })
    }
    expect(await browser.cookie('ory_kratos_session')).toBeUndefined()
    expect(fixture.auditEvents).toContainEqual(expect.objectContaining({ kind: 'sign-in-refused', reason: 'back-off' }))
    now = new Date(now.getTime() + 1000)
    expect((await logIn(goodPassword)).status).toBe(email.startsWith('ada') ? 200 : 400)
  })

  it('accepts the right password in a browser that has signed in before, whatever others guess', async () => {
    const owner = fixture.browser()
    await owner.register('owner@example.com')
    await owner.jar.setCookie('ory_kratos_session=; Max-Age=0; Path=/', fixture.base)
    const thief = fixture.browser()
    const guesses = await thief.start('login')
    const guess = () =>
      thief.submit(guesses, { method: 'password', identifier: 'owner@example.com', password: 'wrong guess' })
    for (let at = 0; at < 5; at += 1) await guess()
    expect((await guess()).status).toBe(429)
    expect((await owner.logIn('owner@example.com')).status).toBe(200)
    expect(await owner.cookie('espalier_device')).not.toContain('owner')
  })

  it('does not use a device cookie for another account', async () => {
    const thief = fixture.browser()
    await thief.register('thief@example.com')
    await thief.jar.setCookie('ory_kratos_session=; Max-Age=0; Path=/', fixture.base)
    await fixture.browser().register('mark@example.com')
    const flow = await thief.start('login')
    const guess = () => thief.submit(flow, { method: 'password', identifier: 'mark@example.com', password: 'guess' })
    for (let at = 0; at < 5; at += 1) await guess()
    expect((await guess()).status).toBe(429)
  })

  it('blocks registrations after twenty taken addresses', async () => {
    const stranger = fixture.browser()
    for (let at = 0; at < 20; at += 1) {
      const answer = await signUpTaken(stranger, `taken${at}@example.com`)
      expect(answer.status).toBe(400)
    }
    expect((await signUpTaken(stranger, 'taken20@example.com')).status).toBe(429)
  })

  it('blocks recovery mails and recovery codes as well', async () => {
    const browser = fixture.browser()
    const flow = await browser.start('recovery')
    for (let at = 0; at < 5; at += 1) {
      expect((await browser.submit(flow, { method: 'code', email: 'ada@example.com' })).status).toBe(200)
    }
    expect((await browser.submit(flow, { method: 'code', email: 'ada@example.com' })).status).toBe(429)
    for (let at = 0; at < 5; at += 1) {
      expect((await browser.submit(flow, { method: 'code', code: 'x' })).status).toBe(400)
    }
    expect((await browser.submit(flow, { method: 'code', code: 'x' })).status).toBe(429)
  })
})
