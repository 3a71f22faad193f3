import { createHmac, randomBytes } from 'node:crypto'

export interface SubscriptionRecord {
  readonly id: string
  readonly object: 'subscription'
  readonly customer: string
  status: string
  trial_end: number | null
  readonly created: number
  readonly metadata: Readonly<Record<string, string>>
}

export interface CheckoutSessionRecord {
  readonly id: string
  readonly accountId: string | null
  readonly customer: string | null
  readonly email: string | null
  readonly trialDays: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly successUrl: string
  readonly cancelUrl: string
  readonly collection: string | null
  status: 'open' | 'complete' | 'expired'
  subscription: string | null
}

export interface PortalSessionRecord {
  readonly id: string
  readonly customer: string
  readonly returnUrl: string
}

/** The records of the service. */
export interface StripeRecords {
  readonly sessions: Map<string, CheckoutSessionRecord>
  readonly portals: Map<string, PortalSessionRecord>
  readonly customers: Map<string, { readonly email: string | null }>
  readonly subscriptions: Map<string, SubscriptionRecord>
}

export const createStripeRecords = (): StripeRecords => ({
  sessions: new Map(),
  portals: new Map(),
  customers: new Map(),
  subscriptions: new Map(),
})

export const createStripeId = (prefix: string): string => `${prefix}_${randomBytes(10).toString('hex')}`

const daySeconds = 24 * 60 * 60

/** Acts as the person who confirms on the service's page. */
export function createSubscription(records: StripeRecords, session: CheckoutSessionRecord): SubscriptionRecord {
  const created = Math.floor(Date.now() / 1000)
  const customer = session.customer ?? createStripeId('cus')
  if (session.customer === null) records.customers.set(customer, { email: session.email })
  const subscription: SubscriptionRecord = {
    id: createStripeId('sub'),
    object: 'subscription',
    customer,
    status: session.trialDays === null ? 'active' : 'trialing',
    trial_end: session.trialDays === null ? null : created + session.trialDays * daySeconds,
    created,
    metadata: session.metadata,
  }
  records.subscriptions.set(subscription.id, subscription)
  const kept = records.sessions.get(session.id)
  if (kept !== undefined) Object.assign(kept, { status: 'complete', subscription: subscription.id })
  return subscription
}

export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: object }
}

export const createStripeEvent = (type: string, object: object): StripeEvent => ({
  id: createStripeId('evt'),
  type,
  data: { object },
})

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The header that proves the sender and the time of the body. */
export const signStripeBody = (secret: string, body: string, atSeconds = nowSeconds()): string =>
  `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`

export const stringifyStripeEvent = (event: StripeEvent): string =>
  JSON.stringify({ ...event, object: 'event', api_version: '2026-10-28.endive', created: nowSeconds() })

/** Returns the status; 0 if nobody listens. */
export async function deliverStripeEvent(event: StripeEvent, to: string | null, secret: string): Promise<number> {
  if (to === null) return 0
  const body = stringifyStripeEvent(event)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signStripeBody(secret, body),
  }
  return (await fetch(to, { method: 'POST', headers, body })).status
}
