import type { Price } from '@espalier/domain'

import type { Log } from '../../ports/log.ts'
import type { Payments } from '../../ports/payments.ts'

/** Null: not known now. Never fails: a page without the price is better than none. */
export type ReadCachedPrice = () => Promise<Price | null>

const priceCacheMs = 10 * 60_000
const priceRetryMs = 30_000

/** The price as the service has it, asked for once in a while however many look. */
export function createPriceCache(payments: Pick<Payments, 'readPrice'>, log: Log, now = Date.now): ReadCachedPrice {
  let known: Promise<Price | null> | null = null
  let until = 0
  return () => {
    if (known !== null && now() < until) return known
    until = now() + priceCacheMs
    known = payments.readPrice().catch((error: unknown) => {
      log.warn({ err: error }, 'the price could not be asked for')
      until = now() + priceRetryMs
      return null
    })
    return known
  }
}
