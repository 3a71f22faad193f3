import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { badRequestResponse, stripeErrorResponse, type StripeResponse } from './answer.ts'

export interface StripeRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const hashRequest = ({ path, body }: StripeRequest) => createHash('sha256').update(`${path}\n${body}`).digest('hex')

/** What every call must bring, and what is answered to a call that was made before. */
export function createRequestGuard(secretKey: string) {
  const answered = new Map<string, { readonly print: string; readonly answer: StripeResponse }>()
  return {
    fault({ method, headers }: StripeRequest): StripeResponse | null {
      if (headers.authorization !== `Bearer ${secretKey}`) {
        return stripeErrorResponse(401, 'invalid_request_error', 'Invalid API Key provided')
      }
      if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(String(headers['stripe-version']))) {
        return badRequestResponse('Invalid Stripe API version')
      }
      if (method !== 'POST') return null
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') return badRequestResponse('Not a form')
      return headers['idempotency-key'] === undefined ? badRequestResponse('No idempotency key') : null
    },
    once(knock: StripeRequest, make: () => StripeResponse): StripeResponse {
      const key = String(knock.headers['idempotency-key'] ?? '')
      if (knock.method !== 'POST' || key === '') return make()
      const before = answered.get(key)
      if (before !== undefined && before.print !== hashRequest(knock)) {
        return stripeErrorResponse(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters',
        )
      }
      const answer = before?.answer ?? make()
      answered.set(key, { print: hashRequest(knock), answer })
      return answer
    },
  }
}
