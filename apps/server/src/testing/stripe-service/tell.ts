import { createHmac } from 'node:crypto'

import { createStripeId } from './books.ts'

export interface StripeEvent {
  readonly id: string
  readonly type: string
  readonly data: { readonly object: object }
}

export const createStripeEvent = (type: string, object: object): StripeEvent => ({ id: createStripeId('evt'), type, data: { object } })

const nowSeconds = (): number => Math.floor(Date.now() / 1000)

/** The header that proves who wrote the body, and when. */
export const signStripeBody = (secret: string, body: string, atSeconds = nowSeconds()): string =>
  `t=${atSeconds},v1=${createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex')}`

export const stringifyStripeEvent = (event: StripeEvent): string =>
  JSON.stringify({ ...event, object: 'event', api_version: '2026-10-28.endive', created: nowSeconds() })

/** Answers the status; 0 where nobody listens. */
export async function deliverStripeEvent(event: StripeEvent, to: string | null, secret: string): Promise<number> {
  if (to === null) return 0
  const body = stringifyStripeEvent(event)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signStripeBody(secret, body) }
  return (await fetch(to, { method: 'POST', headers, body })).status
}
