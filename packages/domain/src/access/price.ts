import { defineTexts } from '../core/texts.ts'
import { formatQuantity } from '../core/units.ts'

/** The price of a subscription. */
export interface Price {
  /** The amount in the smallest unit, such as cents. */
  readonly amount: number
  /** A three-letter code. */
  readonly currency: string
  readonly every: { readonly count: number; readonly unit: 'day' | 'week' | 'month' | 'year' }
}

// Payment services still count these in hundredths, although the currencies have abolished them.
const inHundredths: ReadonlySet<string> = new Set(['ISK', 'UGX'])

const priceTexts = defineTexts('domain.price', {
  one: {
    day: (sum: string) => `${sum} a day`,
    week: (sum: string) => `${sum} a week`,
    month: (sum: string) => `${sum} a month`,
    year: (sum: string) => `${sum} a year`,
  },
  several: {
    day: (sum: string, count: number) => `${sum} every ${formatQuantity(count, 'day')}`,
    week: (sum: string, count: number) => `${sum} every ${formatQuantity(count, 'week')}`,
    month: (sum: string, count: number) => `${sum} every ${formatQuantity(count, 'month')}`,
    year: (sum: string, count: number) => `${sum} every ${formatQuantity(count, 'year')}`,
  },
})

/** Formats a price such as '$9.00 a month' or '€90.00 every 2 years'. */
export function formatPrice({ amount, currency, every }: Price, locale?: string): string {
  const code = currency.toUpperCase()
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code })
  const digits = inHundredths.has(code) ? 2 : (format.resolvedOptions().maximumFractionDigits ?? 2)
  const sum = format.format(amount / 10 ** digits)
  return every.count === 1 ? priceTexts.one[every.unit](sum) : priceTexts.several[every.unit](sum, every.count)
}
