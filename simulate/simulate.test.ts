import { describe, expect, it } from 'vitest'
import { keptSeeds } from './kept-seeds.ts'
import { runSeed } from './run.ts'

const share = 50
const firsts = [1, 51, 101, 151, 201, 251]

async function everythingIn(seed: number): Promise<readonly string[]> {
  const lines: string[] = []
  const { fingerprint } = await runSeed(seed, { trace: (line) => lines.push(line) })
  return [...lines, fingerprint]
}

describe('agreement of pages, servers and the database', { timeout: 240_000 }, () => {
  it.each(firsts)(
    `makes pages, servers and the database agree in the end in each of ${share} runs from the seed %i on`,
    async (first) => {
      let answers = 0
      for (let seed = first; seed < first + share; seed += 1) {
        const report = await runSeed(seed)
        expect(report.failures, `seed ${seed}: npm run simulate -- --seed ${seed}`).toEqual([])
        answers += report.answers
      }
      expect(answers).toBeGreaterThan(share * 10)
    },
  )

  it.each(keptSeeds())(
    'makes pages, servers and the database agree in the run $seed, which failed once: $why',
    async ({ seed }) => {
      expect((await runSeed(seed)).failures).toEqual([])
    },
  )

  it('repeats a run exactly, to the last step', async () => {
    const first = await everythingIn(3)
    expect(first.length).toBeGreaterThan(20)
    expect(await everythingIn(3)).toEqual(first)
  })
})
