import type { Price } from '@espalier/domain'
import { getNumber, getObject, getString, isJsonFields } from '../../platform/json.ts'
import type { ApiResult } from '../graphql/api-result.ts'
import { sendRestRequest } from '../rest.ts'

/** Reads the price of a subscription. Null: it is not known now, or nothing has to be paid. */
export const fetchPrice = (): Promise<ApiResult<{ readonly price: Price | null }>> =>
  sendRestRequest('/billing/price', {
    read: (body) => (isJsonFields(body) ? { price: readPrice(body['price']) } : null),
    failedText: 'The price could not be read',
  })

const units = ['day', 'week', 'month', 'year'] as const

function readPrice(value: unknown): Price | null {
  const every = getObject(value, 'every')
  const [amount, currency, count] = [
    getNumber(value, 'amount'),
    getString(value, 'currency'),
    getNumber(every, 'count'),
  ]
  const unit = units.find((known) => known === every['unit'])
  if (amount === null || currency === null || count === null || unit === undefined) return null
  return /^[a-z]{3}$/i.test(currency) ? { amount, currency, every: { count, unit } } : null
}
