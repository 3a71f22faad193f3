import { describe, expect, it } from 'vitest'
import { formatPrice } from './price.ts'

const monthly = { count: 1, unit: 'month' } as const

describe('formatted price', () => {
  it.each([
    [900, 'usd', '$9.00 a month'],
    [1250, 'eur', '€12.50 a month'],
    [900, 'jpy', '¥900 a month'],
    [9000, 'KWD', 'KWD 9.000 a month'],
    [90000, 'isk', 'ISK 900 a month'],
    [0, 'usd', '$0.00 a month'],
  ])('formats %i of %s as %s', (amount, currency, text) => {
    expect(formatPrice({ amount, currency, every: monthly }, 'en').replaceAll('\u00a0', ' ')).toBe(text)
  })

  it('names the billing period of a price', () => {
    const price = { amount: 900, currency: 'usd' }
    expect(formatPrice({ ...price, every: { count: 1, unit: 'year' } }, 'en')).toBe('$9.00 a year')
    expect(formatPrice({ ...price, every: { count: 3, unit: 'month' } }, 'en')).toBe('$9.00 every 3 months')
  })
})
