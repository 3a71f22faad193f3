import type { Price } from '@espalier/domain'

import type { Log } from '../../ports/log.ts'
import type { Payments } from '../../ports/payments.ts'

/** Null: not known now. Never fails: a page without the price is better than none. */
export type KnownPrice = () => Promise<Price | null>

const keptMs = 10 * 60_000
const failedMs = 30_000

/** The price as the service has it, asked for once in a while however many look. */
export function createKnownPrice(payments: Pick<Payments, 'readPrice'>, log: Log, now = Date.now): KnownPrice {
  let known: Promise<Price | null> | null = null
  let until = 0
  return () => {
    if (known !== null && now() < until) return known
    until = now() + keptMs
    known = payments.readPrice().catch((error: unknown) => {
      log.warn({ err: error }, 'the price could not be asked for')
      until = now() + failedMs
      return null
    })
    return known
  }
}
