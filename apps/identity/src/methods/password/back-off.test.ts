import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refusal } from '../../forms/refusal.ts'
import { identityMigrations } from '../../index.ts'
import { openDatabase } from '../../storage/database.ts'
import { goodPassword, messageIds } from '../../testing/browser.ts'
import { openIdentityHouse, type IdentityHouse } from '../../testing/identity-house.ts'
import { createBackOff, type Attempt, type BackOff } from './back-off.ts'

describe('the count', () => {
  let database: TestDatabase
  let backOff: BackOff
  let now = new Date('2026-01-01T00:00:00Z')
  beforeAll(async () => {
    database = await testDatabase([identityMigrations])
    backOff = createBackOff(openDatabase(database.pool))
  })
  afterAll(() => database.drop())

  const pass = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000)
  }
  const attempt = (account: string, address = account): Promise<Attempt> =>
    backOff.attempt('sign-in', { account, address }, now)
  const fail = async (times: number, account: string, address = account) => {
    for (let at = 0; at < times; at += 1) await attempt(account, address)
  }
  /** The seconds to wait, or 0. */
  const waitOf = (account: string, address = account): Promise<number> =>
    attempt(account, address).then(
      () => 0,
      (error: unknown) => (error instanceof Refusal ? Number(error.parts.headers?.['retry-after']) : Number.NaN),
    )

  it('makes an account wait after five failures, twice as long each time, a quarter of an hour at most', async () => {
    await fail(5, 'ada')
    const waits: number[] = []
    for (let round = 0; round < 12; round += 1) {
      const wait = await waitOf('ada', `elsewhere ${round}`)
      waits.push(wait)
      pass(wait)
      await fail(1, 'ada', `elsewhere ${round}`)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  })

  it('does not grow while one waits', async () => {
    await fail(5, 'impatient')
    for (let at = 0; at < 3; at += 1) expect(await waitOf('impatient')).toBe(1)
    pass(1)
    expect(await waitOf('impatient')).toBe(0)
    expect(await waitOf('impatient')).toBe(2)
  })

  it('begins afresh after a success, and after an hour of peace', async () => {
    await fail(4, 'right')
    await (await attempt('right')).succeeded()
    await fail(5, 'right')
    expect(await waitOf('right')).toBe(1)
    pass(3601)
    await fail(5, 'right')
    expect(await waitOf('right')).toBe(1)
  })

  it('makes an address wait after twenty failures at many accounts; others need not', async () => {
    for (let at = 0; at < 20; at += 1) await fail(1, `person ${at}`, 'office')
    expect(await waitOf('somebody', 'office')).toBe(1)
    expect(await waitOf('somebody', 'home')).toBe(0)
  })

  it('gives an address back what was right, and no more', async () => {
    for (let at = 0; at < 19; at += 1) await fail(1, `victim ${at}`, 'thief')
    await (await attempt('own account', 'thief')).succeeded()
    await fail(1, 'victim 19', 'thief')
    expect(await waitOf('own account', 'thief')).toBe(1)
  })

  it('is the same for guesses at once', async () => {
    const all = await Promise.allSettled(Array.from({ length: 12 }, (_, at) => attempt('parallel', `address ${at}`)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })

  it('keeps no name in clear', async () => {
    await fail(1, 'Somebody@example.com')
    const { rows } = await database.pool.query('SELECT * FROM identity.attempts')
    expect(JSON.stringify(rows)).not.toContain('Somebody')
  })
})

describe('a sign-in', () => {
  let house: IdentityHouse
  // Stands still: on a slow machine a wait of one second would be over before it is seen.
  let now = new Date()
  beforeAll(async () => {
    house = await openIdentityHouse({ backOff: true, clock: () => now })
    await house.browser().register('ada@example.com')
  })
  afterAll(() => house.close())

  it.each(['ada@example.com', 'nobody@example.com'])(
    'of %s has to wait, also with the right password',
    async (email) => {
      const browser = house.browser()
      const flow = await browser.start('login')
      const logIn = (password: string, speech?: 'page') =>
        browser.submit(flow, { method: 'password', identifier: email, password }, speech)
      for (let at = 0; at < 5; at += 1) {
        const answer = await logIn(`wrong ${at}`)
        expect([answer.status, messageIds(answer.body)]).toEqual([400, [4000006]])
      }
      for (const answer of [await logIn(goodPassword), await logIn(goodPassword, 'page')]) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1'])
        expect(answer.body.error).toMatchObject({ code: 429, status: 'Too Many Requests' })
      }
      expect(await browser.cookie('ory_kratos_session')).toBeUndefined()
      expect(house.events).toContainEqual(expect.objectContaining({ kind: 'sign-in-refused', reason: 'back-off' }))
      now = new Date(now.getTime() + 1000)
      expect((await logIn(goodPassword)).status).toBe(email.startsWith('ada') ? 200 : 400)
    },
  )

  it('by recovery has to wait as well, for mails and for codes', async () => {
    const browser = house.browser()
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
