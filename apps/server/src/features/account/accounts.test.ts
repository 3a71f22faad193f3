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

describe('who asks', () => {
  it('is anonymous without a session, and leaves no account behind', async () => {
    expect(await open().authenticate({})).toEqual({ kind: 'anonymous' })
    expect(await open().authenticate({ cookie: 'ory_kratos_session=forged' })).toEqual({ kind: 'anonymous' })
    expect(await rows()).toEqual([])
  })

  it('gets one account at first sight, with an id that says nothing of the person', async () => {
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

  it('gets the same account in twenty requests at once', async () => {
    const { cookie } = fake.signIn({ email: 'ada@example.com' })
    const accounts = open()
    const viewers = await Promise.all(Array.from({ length: 20 }, () => accounts.authenticate({ cookie })))
    const ids = new Set(viewers.map((viewer) => (viewer.kind === 'person' ? viewer.accountId : 'nobody')))
    expect(ids.size).toBe(1)
    expect(await rows()).toHaveLength(1)
  })

  it('is known by a new address and name as soon as the identity service says so', async () => {
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

  it('is never taken for signed out while the identity service is away', async () => {
    const { cookie } = fake.signIn({ email: 'ada@example.com' })
    fake.isUnavailable = true
    await expect(open().authenticate({ cookie })).rejects.toThrow(IdentityUnavailableError)
  })
})

describe('sign-up', () => {
  it('open: who has no status yet is let in at first sight, and stays so', async () => {
    const { id, cookie } = fake.signIn({ email: 'ada@example.com' })
    expect(await open({ signup: 'open' }).authenticate({ cookie })).toMatchObject({ hasAccess: true })
    expect(await fake.identities.findById(id)).toMatchObject({ status: 'active' })
    expect(await open({ signup: 'beta' }).authenticate({ cookie })).toMatchObject({ hasAccess: true })
  })

  it('open: who was put on hold stays on hold', async () => {
    const { cookie } = fake.signIn({ email: 'ada@example.com', status: 'pending' })
    expect(await open({ signup: 'open' }).authenticate({ cookie })).toMatchObject({ hasAccess: false })
  })

  it('beta: who has no status yet waits', async () => {
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

describe('a trial', () => {
  it('gives access for its days, and takes it away by itself', async () => {
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

  it('is had once in a lifetime, also after it ended', async () => {
    const { accounts, accountId } = await begin()
    await accounts.startTrial(accountId)
    clock = new Date('2030-01-01T00:00:00Z')
    expect(await accounts.startTrial(accountId)).toEqual({ ok: false, reason: 'already-used' })
    expect((await accounts.read(accountId))?.subscription?.trialEnd).toEqual(new Date('2026-01-15T00:00:00Z'))
  })

  it('begins once when twenty ask at once', async () => {
    const { accounts, accountId } = await begin()
    const answers = await Promise.all(Array.from({ length: 20 }, () => accounts.startTrial(accountId)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  it('is not for who has paid before', async () => {
    const { accounts, accountId } = await begin()
    await test.pool.query(`update accounts set subscription_status = 'canceled'`)
    expect(await accounts.startTrial(accountId)).toEqual({ ok: false, reason: 'already-used' })
  })
})
