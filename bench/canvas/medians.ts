import { median } from '../figure.ts'

const isMeasured = (value: unknown): value is number => typeof value === 'number' && !Number.isNaN(value)

/**
 * Returns the median of every number in records of one shape at any depth. Records without a number do not count for
 * it.
 */
export function medians<Shape extends object>(records: readonly [Shape, ...Shape[]]): Shape {
  const [one] = records
  const entries = Object.entries(one).map(([name, value]) => {
    const values = records.map((record) => (record as Record<string, unknown>)[name])
    if (typeof value === 'number') return [name, median(values.filter(isMeasured))]
    return [name, value !== null && typeof value === 'object' ? medians(values as [object, ...object[]]) : value]
  })
  return Object.fromEntries(entries) as Shape
}
