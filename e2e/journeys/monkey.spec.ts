import { runMonkey } from '../monkey/monkey.ts'
import { expect, test } from '../support/test.ts'

/** The short form of `npm run monkey`, always the same. */
test('three people edit at random through all six views, all copies are equal and undo is exact', async ({
  browser,
  server,
}) => {
  const report = await runMonkey({
    browser,
    origin: server.url,
    seed: 21,
    acts: { together: 6, alone: 4 },
    isEnough: (rounds) => rounds === 1,
    log: () => undefined,
  })
  expect(report.givenUp).toBeLessThan(report.acts / 2)
  expect(report.undone).toBeGreaterThan(0)
})
