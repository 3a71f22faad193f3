import { describe, expect, it } from 'vitest'
import { keptSeeds } from './kept-seeds.ts'
import { runSeed } from './run.ts'

const seeds = 300

async function everythingIn(seed: number): Promise<readonly string[]> {
  const lines: string[] = []
  const { fingerprint } = await runSeed(seed, { trace: (line) => lines.push(line) })
  return [...lines, fingerprint]
}

describe('pages, servers and the database', { timeout: 120_000 }, () => {
  it(`agree in the end, in each of ${seeds} runs`, async () => {
    let answers = 0
    for (let seed = 1; seed <= seeds; seed += 1) {
      const report = await runSeed(seed)
      expect(report.failures, `seed ${seed}: npm run simulate -- --seed ${seed}`).toEqual([])
      answers += report.answers
    }
    expect(answers).toBeGreaterThan(seeds * 10)
  })

  it.each(keptSeeds())('agree in the run $seed, which failed once: $why', async ({ seed }) => {
    expect((await runSeed(seed)).failures).toEqual([])
  })

  it('do the same in the same run, to the last step', async () => {
    const first = await everythingIn(3)
    expect(first.length).toBeGreaterThan(20)
    expect(await everythingIn(3)).toEqual(first)
  })
})
