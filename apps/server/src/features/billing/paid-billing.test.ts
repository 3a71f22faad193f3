import { testDatabase, type TestDatabase } from '@espalier/postgres/testing'
import {
  createStripeEvent,
  signStripeBody,
  stringifyStripeEvent,
  type SubscriptionRecord,
} from '@espalier/stand-ins/stripe/stripe-records.ts'
import {
  startStripeService,
  stripeFaults,
  type StripeService,
  stripeTestKeys,
} from '@espalier/stand-ins/stripe/stripe-service.ts'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJobQueue } from '../../adapters/graphile-worker/job-queue.ts'
import { type RunningJobs, startJobs } from '../../adapters/graphile-worker/start-jobs.ts'
import { createStripePayments } from '../../adapters/stripe/stripe-payments.ts'
import { openDatabase, serverMigrations } from '../../database/database.ts'
import type { JobRunners } from '../../ports/jobs.ts'
import { createFakeIdentities, type FakeIdentities } from '../../testing/fake-identities.ts'
import { createRecordedLog, type RecordedLog } from '../../testing/recorded-log.ts'
import { type Accounts, createAccounts } from '../account/index.ts'
import { billingPriceRoute, billingRoutes, createPriceCache } from './billing-routes.ts'
import { createCheckouts } from './checkouts.ts'
import { createPaidBillingPages } from './paid-billing.ts'
import { billingStore } from './store.ts'
import { billingJobRunners, paymentWebhookRoutes } from './subscription-sync.ts'

const [web, api] = ['https://espalier.example', 'https://api.espalier.example']
const readOrigins = () => ({ web, api })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

let test: TestDatabase
let fake: FakeIdentities
let app: FastifyInstance
let service: StripeService
let jobs: RunningJobs
let log: RecordedLog
let accounts: Accounts
let runners: Pick<JobRunners, 'sync-subscription' | 'refresh-subscriptions'>
let audited: object[]
let checkouts: ReturnType<typeof createCheckouts>
let ada: { readonly id: string; readonly cookie: string }

beforeEach(async () => {
  test = await testDatabase([serverMigrations])
  fake = createFakeIdentities()
  service = await startStripeService()
  log = createRecordedLog()
  audited = []
  const database = openDatabase(test.pool)
  const audit = (event: object) => void audited.push(event)
  accounts = createAccounts({ database, identities: fake.identities, signup: 'beta', trialDays: 14, billing: 'stripe' })
  const circuit = { failures: 1_000 }
  const payments = createStripePayments({ ...stripeTestKeys, apiBase: service.url, waitMs: 1_500, circuit })
  runners = billingJobRunners({ database, payments, audit, jobs: createJobQueue(test.pool) })
  jobs = await startJobs({ pool: test.pool, log, runners: runners as JobRunners, pollMs: 20 })
  const price = createPriceCache(payments, log)
  checkouts = createCheckouts({ database, payments, audit, log })
  app = fastify()
  const store = billingStore(database)
  const pages = createPaidBillingPages({ accounts, payments, checkouts, store, price, audit, log })
  await app.register(billingRoutes({ accounts, pages, trialDays: 14, productName: 'Espalier', readOrigins }))
  await app.register(billingPriceRoute(price))
  await app.register(paymentWebhookRoutes({ database, jobs: jobs.jobs, payments }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  service.webhookUrl = `${app.listeningOrigin}/billing/webhook`
  ada = fake.signIn({ email: 'ada@example.com', status: 'pending' })
})
afterEach(async () => {
  await app.close()
  await jobs.stop()
  await service.stop()
  await test.drop()
})

const show = (url: string, cookie = ada.cookie) => app.inject({ url, headers: { cookie } })
const press = (cookie = ada.cookie) => app.inject({ method: 'POST', url: '/trial', headers: { ...form, cookie } })
const hasAccess = async (cookie = ada.cookie) => {
  const viewer = await accounts.authenticate({ cookie })
  return viewer.kind === 'person' && viewer.hasAccess
}
const accountId = async (cookie = ada.cookie) => {
  const viewer = await accounts.authenticate({ cookie })
  return viewer.kind === 'person' ? viewer.accountId : ''
}
const status = async () => (await accounts.read(await accountId()))?.subscription?.status ?? null
const idle = () =>
  expect
    .poll(async () => (await test.pool.query('select from graphile_worker.jobs')).rowCount, { interval: 10 })
    .toBe(0)
const session = () => {
  const last = [...service.books.sessions.values()].at(-1)
  if (last === undefined) throw new Error('no checkout was opened')
  return last
}
async function subscribed(): Promise<SubscriptionRecord> {
  await press()
  const subscription = await service.confirm(session())
  await idle()
  return subscription
}
const sendStripeEvent = (type: string, object: object) => service.sendEvent(createStripeEvent(type, object))

describe('Paid subscription', () => {
  it('offers the trial with its price, and the button leads to the checkout', async () => {
    const offer = await show('/trial')
    expect(offer.statusCode).toBe(200)
    expect(offer.body).toContain('Start free trial')
    expect(offer.body).toContain('14 days')
    expect(offer.body).toContain('€9.00 a month')
    expect(service.books.sessions.size).toBe(0)
    const answer = await press()
    expect(answer.statusCode).toBe(303)
    expect(answer.headers.location).toBe(`${service.url}/pay/${session().id}`)
    expect(session()).toMatchObject({
      trialDays: 14,
      successUrl: `${web}/projects?trial=1`,
      cancelUrl: `${web}/pricing`,
    })
    expect(await hasAccess()).toBe(false)
  })

  it('gives access with the trial, ends it with the subscription and gives it back with the next one', async () => {
    const first = await subscribed()
    expect(await status()).toBe('trialing')
    expect(await hasAccess()).toBe(true)
    await service.cancel(first.customer)
    await idle()
    expect(await status()).toBe('canceled')
    expect(await hasAccess()).toBe(false)
    expect((await show('/trial')).body).toContain('Subscribe')
    await press()
    expect(session()).toMatchObject({ trialDays: null, customer: first.customer })
    await service.confirm(session())
    await idle()
    expect(await status()).toBe('active')
    expect(await hasAccess()).toBe(true)
    expect(audited).toContainEqual(expect.objectContaining({ kind: 'subscription-changed', status: 'canceled' }))
  })

  it('opens no second checkout during a subscription and leads to the portal', async () => {
    const { customer } = await subscribed()
    const again = await press()
    expect(again.statusCode).toBe(409)
    expect(again.body).toContain('Your trial is running')
    expect(service.books.sessions.size).toBe(1)
    const portal = await show('/billing')
    expect(portal.statusCode).toBe(303)
    expect([...service.books.portals.values()]).toEqual([
      expect.objectContaining({ customer, returnUrl: `${web}/projects` }),
    ])
    expect(portal.headers.location).toContain(`${service.url}/portal/`)
  })

  it('shows the offer to a person who opens billing without a subscription', async () => {
    expect((await show('/billing')).headers.location).toBe(`${api}/trial`)
  })

  it('gives no access with any other status, known or not, and sends each to billing', async () => {
    const subscription = await subscribed()
    for (const word of ['past_due', 'unpaid', 'paused', 'incomplete', 'dormant']) {
      subscription.status = word
      await sendStripeEvent('customer.subscription.updated', subscription)
      await idle()
      expect(await status()).toBe(word)
      expect(await hasAccess()).toBe(false)
      const answer = await press()
      expect(answer.statusCode).toBe(409)
      expect(answer.body).toContain(`${api}/billing`)
    }
  })

  it('gives an approved person access whatever the subscription says', async () => {
    fake.change(ada.id, { status: 'active' })
    const { customer } = await subscribed()
    await service.cancel(customer)
    await idle()
    expect(await hasAccess()).toBe(true)
  })
})

describe('Subscription without any event', () => {
  beforeEach(() => void (service.webhookUrl = null))

  it('gives access when the person returns and reads the account', async () => {
    await press()
    await service.confirm(session())
    expect(await status()).toBeNull()
    await checkouts.syncCompletedQuietly(await accountId())
    expect(await status()).toBe('trialing')
    expect(await hasAccess()).toBe(true)
  })

  it('reads the account while the service is unavailable and checks again later', async () => {
    await press()
    await service.confirm(session())
    service.fault = 'failing'
    await checkouts.syncCompletedQuietly(await accountId())
    expect(await status()).toBeNull()
    service.fault = null
    await test.pool.query(`update billing_checkouts set asked_at = '-infinity'`)
    await checkouts.syncCompletedQuietly(await accountId())
    expect(await status()).toBe('trialing')
  })

  it('opens no second checkout for a second press once the first was completed', async () => {
    await press()
    await service.confirm(session())
    const again = await press()
    expect(again.statusCode).toBe(409)
    expect(again.body).toContain('Your trial is running')
    expect(service.books.sessions.size).toBe(1)
    expect(service.books.subscriptions.size).toBe(1)
  })
})

describe('Open checkout', () => {
  it('opens one checkout for two concurrent presses and reuses it for the next', async () => {
    const [one, other] = await Promise.all([press(), press()])
    const next = await press()
    expect([other.headers.location, next.headers.location]).toEqual([one.headers.location, one.headers.location])
    expect(service.books.sessions.size).toBe(1)
  })

  it('replaces an expired checkout with a new one', async () => {
    await press()
    session().status = 'expired'
    const again = await press()
    expect(again.headers.location).toBe(`${service.url}/pay/${session().id}`)
    expect(service.books.sessions.size).toBe(2)
  })

  it('closes a checkout with a trial if the account has used its trial in another one', async () => {
    await press()
    const first = session()
    const { customer } = await service.confirm({ ...first, id: 'another checkout' })
    await service.cancel(customer)
    await idle()
    expect(await status()).toBe('canceled')
    await press()
    expect(first.status).toBe('expired')
    expect(session()).toMatchObject({ status: 'open', trialDays: null })
  })
})

describe('Payment events', () => {
  it('accepts events in any order and any number of times', async () => {
    await press()
    const { webhookUrl } = service
    service.webhookUrl = null
    const subscription = await service.confirm(session())
    const snapshots = (['trialing', 'past_due', 'canceled'] as const).map((word) => ({ ...subscription, status: word }))
    const events = [
      ...snapshots.map((snapshot) => createStripeEvent('customer.subscription.updated', snapshot)),
      createStripeEvent('checkout.session.completed', {
        client_reference_id: await accountId(),
        subscription: subscription.id,
      }),
      createStripeEvent('invoice.paid', { parent: { subscription_details: { subscription: subscription.id } } }),
    ]
    subscription.status = 'active'
    service.webhookUrl = webhookUrl
    const shuffled = [...events, ...events.toReversed(), ...events]
    expect(await Promise.all(shuffled.map((event) => service.sendEvent(event)))).toEqual(shuffled.map(() => 200))
    await idle()
    expect(await status()).toBe('active')
    const { rows } = await test.pool.query('select count(*)::int as taken from billing_events')
    expect(rows).toEqual([{ taken: events.length }])
  })

  it('does not end a new subscription because of events about an old one', async () => {
    const old = await subscribed()
    await service.cancel(old.customer)
    await idle()
    await press()
    await service.confirm(session())
    await sendStripeEvent('customer.subscription.deleted', old)
    await idle()
    expect(await status()).toBe('active')
  })

  it('finds the account of an event even if the subscription does not name it', async () => {
    await press()
    const subscription = await service.confirm({ ...session(), metadata: {} })
    await idle()
    expect(await status()).toBe('trialing')
    const late = {
      ...subscription,
      id: 'sub_late',
      created: subscription.created + 9,
      status: 'active',
      trial_end: null,
    }
    service.books.subscriptions.set(late.id, late)
    await sendStripeEvent('customer.subscription.created', late)
    await idle()
    expect(await status()).toBe('active')
  })

  it('ignores events of subscriptions without an account', async () => {
    const stray = {
      id: 'sub_stray',
      customer: 'cus_stray',
      status: 'active',
      trial_end: null,
      created: 1,
      metadata: { account_id: 'nobody' },
    }
    service.books.subscriptions.set(stray.id, { object: 'subscription', ...stray })
    expect(await sendStripeEvent('customer.subscription.updated', stray)).toBe(200)
    expect(await sendStripeEvent('customer.subscription.updated', { id: 'sub_unknown' })).toBe(200)
    await idle()
    const { rows } = await test.pool.query('select from accounts where subscription_status is not null')
    expect(rows).toEqual([])
  })

  it('refuses events without a signature and requests nothing', async () => {
    const body = stringifyStripeEvent(createStripeEvent('customer.subscription.deleted', { id: 'sub_1' }))
    const post = (headers: Record<string, string>, payload = body) =>
      app.inject({
        method: 'POST',
        url: '/billing/webhook',
        headers: { 'content-type': 'application/json', ...headers },
        payload,
      })
    expect((await post({})).statusCode).toBe(400)
    expect((await post({ 'stripe-signature': signStripeBody('whsec_other', body) })).statusCode).toBe(400)
    const signature = signStripeBody(stripeTestKeys.webhookSecret, body)
    expect((await post({ 'stripe-signature': signature }, `${body} `)).statusCode).toBe(400)
    expect((await post({ 'stripe-signature': signature })).statusCode).toBe(200)
    expect((await post({ 'stripe-signature': signature }, 'x'.repeat(1_100_000))).statusCode).toBe(413)
  })

  it('processes events from an outage when the service is back', async () => {
    const subscription = await subscribed()
    service.fault = 'failing'
    subscription.status = 'canceled'
    expect(await sendStripeEvent('customer.subscription.deleted', subscription)).toBe(200)
    const waiting = 'select from graphile_worker.jobs where attempts = 1 and locked_at is null'
    await expect.poll(async () => (await test.pool.query(waiting)).rowCount).toBe(1)
    expect(await status()).toBe('trialing')
    service.fault = null
    await test.pool.query('update graphile_worker._private_jobs set run_at = now()')
    await idle()
    expect(await status()).toBe('canceled')
  })
})

describe('Subscription changes without an event', () => {
  it('polls trials that are over and subscriptions that were not checked for a day', async () => {
    const subscription = await subscribed()
    subscription.status = 'canceled'
    await runners['refresh-subscriptions']({})
    await idle()
    expect(await status()).toBe('trialing')
    await test.pool.query(`update billing_subscriptions set asked_at = now() - interval '25 hours'`)
    await runners['refresh-subscriptions']({})
    await idle()
    expect(await status()).toBe('canceled')
  })

  it('ends a subscription that the service no longer has', async () => {
    const subscription = await subscribed()
    service.books.subscriptions.delete(subscription.id)
    await sendStripeEvent('customer.subscription.updated', subscription)
    await idle()
    expect(await status()).toBe('canceled')
  })
})

it.each(stripeFaults)(
  'shows a readable page with a next step and changes nothing when the service is %s',
  async (fault) => {
    await subscribed()
    const bea = fake.signIn({ email: 'bea@example.com', status: 'pending' })
    service.fault = fault
    const answers = [await press(bea.cookie), await show('/billing')]
    for (const [index, path] of ['/trial', '/billing'].entries()) {
      const answer = answers[index]
      expect(answer?.statusCode).toBe(502)
      expect(answer?.body).toMatch(/The payment service (does not answer|is busy)\./)
      expect(answer?.body).toContain(`href="${api}${path}"`)
      expect(answer?.body).not.toMatch(/db\.ts|hotel|javascript:/)
    }
    expect(await hasAccess()).toBe(true)
  },
)

it('shows the offer without a price while the service is unavailable', async () => {
  service.fault = 'garbage'
  expect((await show('/trial')).statusCode).toBe(200)
  expect((await app.inject('/billing/price')).json()).toEqual({ price: null })
})

it('serves the price without a session', async () => {
  const every = { count: 1, unit: 'month' }
  expect((await app.inject('/billing/price')).json()).toEqual({ price: { amount: 900, currency: 'eur', every } })
})
