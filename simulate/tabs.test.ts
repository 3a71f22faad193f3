import { expect, it } from 'vitest'
import { runSeed } from './run.ts'

const runs = 25

it(
  `stores everything once and in order when two tabs share a browser, are offline and are closed, in each of ${runs} runs`,
  { timeout: 240_000 },
  async () => {
    let answers = 0
    for (let seed = 1; seed <= runs; seed += 1) {
      const report = await runSeed(seed, { hasTabs: true })
      expect(report.failures, `seed ${seed}: npm run simulate -- --tabs --seed ${seed}`).toEqual([])
      answers += report.answers
    }
    expect(answers).toBeGreaterThan(runs * 5)
  },
)
