import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { createFakeIdentities, type FakeIdentities } from '../../testing/fake-identities.ts'
import { type AccountsOptions, createAccounts } from './index.ts'

let test: TestDatabase
let fake: FakeIdentities
let clock: Date
beforeEach(async () => {
  test = await testDatabase([serverMigrations])
  fake = createFakeIdentities()
  clock = new Date('2026-01-01T00:00:00Z')
})
afterEach(() => test.drop())

const open = (more: Partial<AccountsOptions> = {}) =>
  createAccounts({
    database: openDatabase(test.pool),
    identities: fake.identities,
    signup: 'beta',
    trialDays: 14,
    now: () => clock,
    ...more,
  })
const rows = async () => (await test.pool.query('select * from accounts order by created_at')).rows

describe('Authentication', () => {
  it('treats a request without a session as anonymous and creates no account', async () => {
    expect(await open().authenticate({})).toEqual({ kind: 'anonymous' })
    expect(await open().authenticate({ cookie: 'ory_kratos_session=forged' })).toEqual({ kind: 'anonymous' })
    expect(await rows()).toEqual([])
  })

  it('creates one account at the first request with an id that reveals nothing about the person', async () => {
    const { id, cookie } = fake.signIn({ email: 'ada@example.com', firstname: 'Ada' })
    const viewer = await open().authenticate({ cookie })
    expect(viewer).toMatchObject({ kind: 'person', hasAccess: false, person: { id, email: 'ada@example.com' } })
    expect(await open().authenticate({ cookie })).toEqual(viewer)
    const [row, ...others] = await rows()
    expect(others).toEqual([])
    expect(row).toMatchObject({ user_id: id, email: 'ada@example.com', firstname: 'Ada', lastname: null })
    expect(row).toHaveProperty('id', viewer.kind === 'person' ? viewer.accountId : '')
    expect(row.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('uses the same account in twenty concurrent requests', async () => {
    const { cookie } = fake.signIn({ email: 'ada@example.com' })
    const accounts = open()
    const viewers = await Promise.all(Array.from({ length: 20 }, () => accounts.authenticate({ cookie })))
    const ids = new Set(viewers.map((viewer) => (viewer.kind === 'person' ? viewer.accountId : 'nobody')))
    expect(ids.size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  it('updates address and name as soon as the identity service reports them', async () => {
    const { id, cookie } = fake.signIn({ email: 'ada@example.com', firstname: 'Ada' })
    await open().authenticate({ cookie })
    fake.change(id, {
      email: 'countess@example.com',
      firstname: null,
      lastname: 'King',
      picture: 'https://p.example/a',
    })
    await open().authenticate({ cookie })
    const [row] = await rows()
    const fresh = { email: 'countess@example.com', firstname: null, lastname: 'King', picture: 'https://p.example/a' }
    expect(row).toMatchObject(fresh)
  })

  it('never treats a person as signed out while the identity service is unavailable', async () => {
    const { cookie } = fake.signIn({ email: 'ada@example.com' })
    fake.isUnavailable = true
    await expect(open().authenticate({ cookie })).rejects.toThrow(IdentityUnavailableError)
  })
})

describe('Sign-up mode', () => {
  it('open sign-up activates a person without a status at the first request for good', async () => {
    const { id, cookie } = fake.signIn({ email: 'ada@example.com' })
    expect(await open({ signup: 'open' }).authenticate({ cookie })).toMatchObject({ hasAccess: true })
    expect(await fake.identities.findById(id)).toMatchObject({ status: 'active' })
    expect(await open({ signup: 'beta' }).authenticate({ cookie })).toMatchObject({ hasAccess: true })
  })

  it('open sign-up keeps a person on hold who was put on hold', async () => {
    const { cookie } = fake.signIn({ email: 'ada@example.com', status: 'pending' })
    expect(await open({ signup: 'open' }).authenticate({ cookie })).toMatchObject({ hasAccess: false })
  })

  it('beta sign-up lets a person without a status wait for approval', async () => {
    const { id, cookie } = fake.signIn({ email: 'ada@example.com' })
    expect(await open().authenticate({ cookie })).toMatchObject({ hasAccess: false })
    expect(await fake.identities.findById(id)).toMatchObject({ status: null })
  })
})

const begin = async (accounts = open()) => {
  const { cookie } = fake.signIn({ email: 'ada@example.com', status: 'pending' })
  const viewer = await accounts.authenticate({ cookie })
  if (viewer.kind === 'anonymous') throw new Error('nobody')
  return { accounts, cookie, accountId: viewer.accountId }
}

describe('Trial', () => {
  it('a trial gives access for its days and ends by itself', async () => {
    const { accounts, cookie, accountId } = await begin()
    expect(await accounts.startTrial(accountId)).toMatchObject({ ok: true })
    expect(await accounts.authenticate({ cookie })).toMatchObject({ hasAccess: true })
    clock = new Date('2026-01-14T23:59:59Z')
    expect(await accounts.authenticate({ cookie })).toMatchObject({ hasAccess: true })
    clock = new Date('2026-01-15T00:00:00Z')
    expect(await accounts.authenticate({ cookie })).toMatchObject({ hasAccess: false })
    expect(await accounts.read(accountId)).toEqual({
      id: accountId,
      subscription: { status: 'canceled', trialEnd: new Date('2026-01-15T00:00:00Z') },
    })
  })

  it('allows one trial per account, even after it ended', async () => {
    const { accounts, accountId } = await begin()
    await accounts.startTrial(accountId)
    clock = new Date('2030-01-01T00:00:00Z')
    expect(await accounts.startTrial(accountId)).toEqual({ ok: false, reason: 'already-used' })
    expect((await accounts.read(accountId))?.subscription?.trialEnd).toEqual(new Date('2026-01-15T00:00:00Z'))
  })

  it('starts one trial when twenty requests start it at the same time', async () => {
    const { accounts, accountId } = await begin()
    const answers = await Promise.all(Array.from({ length: 20 }, () => accounts.startTrial(accountId)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('refuses a trial to a person who has paid before', async () => {
    const { accounts, accountId } = await begin()
    await test.pool.query(`update accounts set subscription_status = 'canceled'`)
    expect(await accounts.startTrial(accountId)).toEqual({ ok: false, reason: 'already-used' })
  })
})
