import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import { createFakeIdentities, type FakeIdentities } from '../../testing/fake-identities.ts'
import { createAccounts } from '../account/index.ts'
import { billingRoutes } from './billing-routes.ts'
import { createLocalBillingPages } from './local-billing.ts'

const web = 'https://espalier.example'
const api = 'https://api.espalier.example'
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let test: TestDatabase
let fake: FakeIdentities
let app: FastifyInstance
let clock: Date
let audited: object[]

beforeEach(async () => {
  test = await testDatabase([serverMigrations])
  fake = createFakeIdentities()
  clock = new Date('2026-01-01T00:00:00Z')
  audited = []
})
afterEach(async () => {
  await app.close()
  await test.drop()
})

async function open({ isOff = false } = {}) {
  const database = openDatabase(test.pool)
  const accounts = createAccounts({
    database,
    identities: fake.identities,
    signup: 'beta',
    trialDays: 14,
    now: () => clock,
  })
  app = fastify()
  await app.register(
    billingRoutes({
      accounts,
      pages: isOff ? null : createLocalBillingPages({ accounts, audit: (event) => audited.push(event) }),
      trialDays: 14,
      productName: 'Espalier & Sons',
      readOrigins: () => ({ web, api }),
    }),
  )
  const { id, cookie } = fake.signIn({ email: 'ada@example.com', status: 'pending' })
  return {
    id,
    accounts,
    cookie,
    show: () => app.inject({ url: '/trial', headers: { cookie } }),
    press: (payload = '') => app.inject({ method: 'POST', url: '/trial', headers: { ...form, cookie }, payload }),
  }
}

describe('GET /trial', () => {
  it('offers the trial and starts nothing', async () => {
    const { show, accounts, cookie } = await open()
    const answer = await show()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.body).toContain('<title>Start your free trial - Espalier &amp; Sons</title>')
    expect(answer.body).toMatch(
      /<form method="post" action="\/trial">\s*<button type="submit">Start free trial<\/button>/,
    )
    expect(answer.body).toContain('14 days')
    expect(await accounts.authenticate({ cookie })).toMatchObject({ hasAccess: false })
  })

  it('contains no inline script or style, and its stylesheet is served', async () => {
    const { show } = await open()
    const { body } = await show()
    expect(body).not.toMatch(/<script|<style|style=|onclick/i)
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(body)?.[1] ?? ''
    const styles = await app.inject({ url: href })
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(styles.body).toContain('prefers-color-scheme: dark')
  })

  it('serves the trial page under the billing link of the menu, too', async () => {
    const { show, cookie } = await open()
    const billing = await app.inject({ url: '/billing', headers: { cookie } })
    expect(billing.statusCode).toBe(200)
    expect(billing.body).toBe((await show()).body)
  })

  it('shows when the running trial ends and later that it was used', async () => {
    const { show, press } = await open()
    await press()
    expect((await show()).body).toContain('January 15, 2026')
    clock = new Date('2026-02-01T00:00:00Z')
    const { body } = await show()
    expect(body).toContain('already used')
    expect(body).not.toContain('<form')
  })
})

describe('POST /trial', () => {
  it('starts the trial and redirects to the projects', async () => {
    const { press, accounts, cookie, id } = await open()
    const answer = await press()
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`${web}/projects?trial=1`)
    const viewer = await accounts.authenticate({ cookie })
    expect(viewer).toMatchObject({ hasAccess: true })
    expect(audited).toEqual([
      { kind: 'trial-started', userId: id, accountId: viewer.kind === 'person' ? viewer.accountId : '' },
    ])
  })

  it('starts one trial however often the button is pressed and says so', async () => {
    const { press } = await open()
    const answers = await Promise.all(Array.from({ length: 8 }, () => press()))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, ...Array<number>(7).fill(409)])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.body).toContain('already used')
    expect(audited).toHaveLength(1)
  })

  it('reads nothing from the body', async () => {
    const { press, accounts, cookie } = await open()
    await press('trialDays=10000&accountId=someone')
    const viewer = await accounts.authenticate({ cookie })
    const account = await accounts.read(viewer.kind === 'person' ? viewer.accountId : '')
    expect(account?.subscription?.trialEnd).toEqual(new Date('2026-01-15T00:00:00Z'))
  })

  it('refuses a body of a megabyte', async () => {
    const { press } = await open()
    expect((await press('x'.repeat(1_000_000))).statusCode).toBe(413)
    expect(audited).toEqual([])
  })
})

describe.each(['GET', 'POST'] as const)('%s /trial', (method) => {
  it('redirects a signed-out person to the login and back', async () => {
    await open()
    const answer = await app.inject({ method, url: '/trial', headers: method === 'POST' ? form : {} })
    expect(answer.statusCode).toBe(303)
    const target = new URL(String(answer.headers.location))
    expect(`${target.origin}${target.pathname}`).toBe(`${web}/login`)
    expect(target.searchParams.get('next')).toBe(`${api}/trial`)
  })

  it('answers 404 when billing is off', async () => {
    const { cookie } = await open({ isOff: true })
    const headers = method === 'POST' ? { ...form, cookie } : { cookie }
    expect((await app.inject({ method, url: '/trial', headers })).statusCode).toBe(404)
    expect(audited).toEqual([])
  })

  it('answers 503 while the identity service is unavailable', async () => {
    const { cookie } = await open()
    fake.isUnavailable = true
    const headers = method === 'POST' ? { ...form, cookie } : { cookie }
    const answer = await app.inject({ method, url: '/trial', headers })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
  })
})
