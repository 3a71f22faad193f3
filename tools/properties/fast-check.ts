import * as fc from 'fast-check'

// What a test gets as fast-check: the same cases in every run, so that a run that failed fails again.
// `npm run properties` looks at other cases, and at more of them.
export * from 'fast-check'

const seed = 20_261_115
const times = Number(process.env['PROPERTY_TIMES'] ?? 0)
/** Less than a test may take: who looks further stops in time. */
const longestMs = 25_000

export const assert = ((property: fc.IProperty<unknown>, given: fc.Parameters<unknown> = {}) => {
  if (times === 0) return fc.assert(property, { seed, ...given })
  const numRuns = (given.numRuns ?? 100) * times
  return fc.assert(property, { ...given, numRuns, interruptAfterTimeLimit: longestMs })
}) as typeof fc.assert
