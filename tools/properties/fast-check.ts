import * as fc from 'fast-check'

// Replaces fast-check in tests: the same cases in every run, so that a failing run fails again. `npm run properties`
// uses other cases, and more of them.
export * from 'fast-check'

const seed = 20_261_115
const times = Number(process.env['PROPERTY_TIMES'] ?? 0)
/** Less than a test's time limit, so that a longer search stops in time. */
const longestMs = 25_000

export const assert = ((property: fc.IProperty<unknown>, given: fc.Parameters<unknown> = {}) => {
  if (times === 0) return fc.assert(property, { seed, ...given })
  const numRuns = (given.numRuns ?? 100) * times
  return fc.assert(property, { ...given, numRuns, interruptAfterTimeLimit: longestMs })
}) as typeof fc.assert
