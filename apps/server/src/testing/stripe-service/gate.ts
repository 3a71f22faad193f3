import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { badRequest, complaint, type ServiceAnswer } from './answer.ts'

export interface Knock {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const printOf = ({ path, body }: Knock) => createHash('sha256').update(`${path}\n${body}`).digest('hex')

/** What every call must bring, and what is answered to a call that was made before. */
export function createGate(secretKey: string) {
  const answered = new Map<string, { readonly print: string; readonly answer: ServiceAnswer }>()
  return {
    fault({ method, headers }: Knock): ServiceAnswer | null {
      if (headers.authorization !== `Bearer ${secretKey}`) {
        return complaint(401, 'invalid_request_error', 'Invalid API Key provided')
      }
      if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(String(headers['stripe-version']))) {
        return badRequest('Invalid Stripe API version')
      }
      if (method !== 'POST') return null
      if (headers['content-type'] !== 'application/x-www-form-urlencoded') return badRequest('Not a form')
      return headers['idempotency-key'] === undefined ? badRequest('No idempotency key') : null
    },
    once(knock: Knock, make: () => ServiceAnswer): ServiceAnswer {
      const key = String(knock.headers['idempotency-key'] ?? '')
      if (knock.method !== 'POST' || key === '') return make()
      const before = answered.get(key)
      if (before !== undefined && before.print !== printOf(knock)) {
        return complaint(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters',
        )
      }
      const answer = before?.answer ?? make()
      answered.set(key, { print: printOf(knock), answer })
      return answer
    },
  }
}
