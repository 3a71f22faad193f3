import { median } from '../figure.ts'

/** Of records of one shape: the median of every number in them, wherever it lies. A number that some lack is left out. */
export function medians<Shape extends object>(records: readonly [Shape, ...Shape[]]): Shape {
  const [one] = records
  const entries = Object.entries(one).map(([name, value]) => {
    const values = records.map((record) => (record as Record<string, unknown>)[name])
    if (typeof value === 'number') return [name, median(values.filter((other) => typeof other === 'number'))]
    return [name, value !== null && typeof value === 'object' ? medians(values as [object, ...object[]]) : value]
  })
  return Object.fromEntries(entries) as Shape
}
