import { createStripeEvent, signStripeBody, stringifyStripeEvent } from '@espalier/stand-ins/stripe/stripe-records.ts'
import {
  startStripeService,
  stripeFaults,
  type StripeService,
  stripeTestKeys,
} from '@espalier/stand-ins/stripe/stripe-service.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ForgedEventError, type Payments, PaymentsError } from '../../ports/payments.ts'
import { createStripePayments, type StripeOptions } from './stripe-payments.ts'

const checkout = {
  accountId: 'a'.repeat(32),
  email: 'ada@example.com',
  customerId: null,
  trialDays: 14,
  successUrl: 'https://espalier.example/projects?trial=1',
  cancelUrl: 'https://espalier.example/pricing',
  idempotencyKey: 'one of a test',
}
let keyCount = 0
/** Each call creates a separate checkout. */
const newCheckout = () => ({ ...checkout, idempotencyKey: `key ${(keyCount += 1)}` })

let service: StripeService
const paymentsWith = (more: Partial<StripeOptions> = {}): Payments =>
  createStripePayments({ ...stripeTestKeys, apiBase: service.url, waitMs: 10_000, ...more })

beforeAll(async () => {
  service = await startStripeService()
})
afterEach(() => void (service.fault = null))
afterAll(() => service.stop())

const lastSession = () => [...service.books.sessions.values()].at(-1)

describe('Stripe checkout and portal', () => {
  it('opens a checkout with a trial that needs no card and ends by itself', async () => {
    const { id, url } = await paymentsWith().openCheckout(newCheckout())
    expect(url).toBe(`${service.url}/pay/${lastSession()?.id}`)
    expect(id).toBe(lastSession()?.id)
    expect(lastSession()).toMatchObject({
      accountId: checkout.accountId,
      email: 'ada@example.com',
      customer: null,
      trialDays: 14,
      collection: 'if_required',
      successUrl: checkout.successUrl,
      metadata: { account_id: checkout.accountId },
    })
  })

  it('opens a checkout without a trial for a known customer and requires a card', async () => {
    service.books.customers.set('cus_known', { email: null })
    await paymentsWith().openCheckout({ ...newCheckout(), customerId: 'cus_known', trialDays: null })
    expect(lastSession()).toMatchObject({ customer: 'cus_known', email: null, trialDays: null, collection: 'always' })
  })

  it('opens one checkout for two requests with the same key', async () => {
    const wanted = newCheckout()
    const before = service.books.sessions.size
    const opened = await Promise.all([paymentsWith().openCheckout(wanted), paymentsWith().openCheckout(wanted)])
    expect(opened[0]).toEqual(opened[1])
    expect(service.books.sessions.size).toBe(before + 1)
  })

  it('reads the outcome of a checkout', async () => {
    const payments = paymentsWith()
    const { id } = await payments.openCheckout(newCheckout())
    expect(await payments.findCheckout(id)).toEqual({ status: 'open', subscriptionId: null })
    const session = service.books.sessions.get(id)
    const subscription = session && (await service.confirm(session))
    expect(await payments.findCheckout(id)).toEqual({ status: 'complete', subscriptionId: subscription?.id })
    await expect(payments.expireCheckout(id)).rejects.toThrow(PaymentsError)
    const other = await payments.openCheckout(newCheckout())
    await payments.expireCheckout(other.id)
    expect(await payments.findCheckout(other.id)).toEqual({ status: 'expired', subscriptionId: null })
    expect(await payments.findCheckout('cs_test_unknown')).toBeNull()
  })

  it('opens the portal of a customer and reports the service error for an unknown one', async () => {
    service.books.customers.set('cus_known', { email: null })
    expect(await paymentsWith().openPortal('cus_known', checkout.cancelUrl)).toContain(`${service.url}/portal/`)
    const refused = paymentsWith().openPortal('cus_gone', checkout.cancelUrl)
    await expect(refused).rejects.toMatchObject({
      publicMessage: "The payment service refused: No such customer: 'cus_gone'",
    })
  })

  it('hides a refused key from people', async () => {
    const refused = paymentsWith({ secretKey: 'sk_test_other' }).openCheckout(checkout)
    await expect(refused).rejects.toMatchObject({
      publicMessage: expect.stringContaining('does not accept this server'),
    })
    await expect(refused).rejects.not.toMatchObject({ publicMessage: expect.stringContaining('sk_test') })
  })
})

describe('Stripe reads', () => {
  it('reads a subscription with an unknown status', async () => {
    await paymentsWith().openCheckout(checkout)
    const session = lastSession()
    if (session === undefined) throw new Error('no session was opened')
    const subscription = await service.confirm(session)
    subscription.status = 'dormant'
    expect(await paymentsWith().findSubscription(subscription.id)).toEqual({
      id: subscription.id,
      customerId: subscription.customer,
      status: 'dormant',
      trialEnd: new Date((subscription.trial_end ?? 0) * 1000),
      begunAt: new Date(subscription.created * 1000),
      accountId: checkout.accountId,
    })
    expect(await paymentsWith().findSubscription('sub_gone')).toBeNull()
  })

  it('reads the price of the subscription', async () => {
    const every = { count: 1, unit: 'month' }
    expect(await paymentsWith().readPrice()).toEqual({ amount: 900, currency: 'eur', every })
  })
})

describe('Failing Stripe', () => {
  it.each(stripeFaults)('fails in time and with a readable message when the service is %s', async (fault) => {
    service.fault = fault
    const payments = paymentsWith({ waitMs: 400 })
    const asked = [payments.openCheckout(checkout), payments.findSubscription('sub_1'), payments.readPrice()]
    for (const answer of asked) {
      const failure = await answer.then(
        () => null,
        (error: unknown) => error,
      )
      expect(failure).toBeInstanceOf(PaymentsError)
      expect(failure).toMatchObject({
        publicMessage: expect.stringMatching(/^The payment service (does not answer|is busy)\.$/),
      })
    }
  })

  it('pauses requests after several failures and then tries again', async () => {
    let now = 0
    const payments = paymentsWith({ circuit: { failures: 2, openMs: 1_000, now: () => now } })
    service.fault = 'garbage'
    for (let time = 0; time < 2; time += 1) await expect(payments.readPrice()).rejects.toThrow(PaymentsError)
    service.fault = null
    const before = service.calls.length
    await expect(payments.readPrice()).rejects.toThrow('does not answer')
    expect(service.calls).toHaveLength(before)
    now = 1_001
    expect(await payments.readPrice()).toMatchObject({ amount: 900 })
  })

  it('does not count a refusal as an outage', async () => {
    const payments = paymentsWith({ circuit: { failures: 2, openMs: 60_000 } })
    for (let time = 0; time < 3; time += 1) expect(await payments.findSubscription('sub_gone')).toBeNull()
    expect(await payments.readPrice()).toMatchObject({ amount: 900 })
  })
})

const read = (body: string, signature = signStripeBody(stripeTestKeys.webhookSecret, body)) =>
  paymentsWith({ waitMs: 400 }).readEvent(Buffer.from(body), signature)

describe('Stripe event', () => {
  const subscription = { id: 'sub_1', metadata: { account_id: 'a1' } }
  const session = { id: 'cs_1', client_reference_id: 'a1', subscription: 'sub_1' }
  const invoice = { id: 'in_1', parent: { subscription_details: { subscription: 'sub_1' } } }

  it.each([
    ['customer.subscription.created', subscription, 'sub_1', 'a1'],
    ['customer.subscription.updated', { id: 'sub_1' }, 'sub_1', null],
    ['customer.subscription.deleted', subscription, 'sub_1', 'a1'],
    ['customer.subscription.trial_will_end', subscription, 'sub_1', 'a1'],
    ['checkout.session.completed', session, 'sub_1', 'a1'],
    ['checkout.session.expired', { ...session, subscription: null }, null, 'a1'],
    ['invoice.paid', invoice, 'sub_1', null],
    ['invoice.payment_failed', { id: 'in_1', subscription: 'sub_1' }, 'sub_1', null],
    ['invoice.paid', { id: 'in_2', parent: null }, null, null],
    ['customer.created', { id: 'cus_1' }, null, null],
  ])('%s names the subscription to fetch', (type, object, subscriptionId, accountId) => {
    const event = createStripeEvent(type, object)
    expect(read(stringifyStripeEvent(event))).toEqual({ id: event.id, subscriptionId, accountId })
  })

  it('rejects an event if its body, secret or time does not match', () => {
    const body = stringifyStripeEvent(createStripeEvent('customer.subscription.deleted', subscription))
    const old = Math.floor(Date.now() / 1000) - 301
    expect(() => read(body.replace('sub_1', 'sub_2'), signStripeBody(stripeTestKeys.webhookSecret, body))).toThrow(
      ForgedEventError,
    )
    expect(() => read(body, signStripeBody('whsec_other', body))).toThrow(ForgedEventError)
    expect(() => read(body, signStripeBody(stripeTestKeys.webhookSecret, body, old))).toThrow(ForgedEventError)
    for (const signature of ['', 't=1', 'v1=00', 'nonsense'])
      expect(() => read(body, signature)).toThrow(ForgedEventError)
    expect(() => read('[]')).toThrow(ForgedEventError)
  })
})
