import { afterAll, beforeAll, expect, it } from 'vitest'
import { goodPassword } from '../testing/browser.ts'
import { type IdentityFixture, openIdentityFixture } from '../testing/identity-fixture.ts'

let fixture: IdentityFixture
beforeAll(async () => {
  fixture = await openIdentityFixture()
})
afterAll(() => fixture.close())

const samples = 15
const computeMedian = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

it('a wrong password takes equally long for known and unknown accounts', async () => {
  await fixture.browser().register('ada@example.com')
  const browser = fixture.browser()
  const measureLogin = async (identifier: string): Promise<number> => {
    const flow = await browser.start('login')
    const begun = performance.now()
    const answer = await browser.submit(flow, { method: 'password', password: `${goodPassword}-not`, identifier })
    const took = performance.now() - begun
    expect(answer.status).toBe(400)
    return took
  }
  // The first call creates the decoy hash.
  await measureLogin('nobody@example.com')
  const known: number[] = []
  const unknown: number[] = []
  // The calls alternate, so that a slow machine slows both kinds equally.
  for (let round = 0; round < samples; round += 1) {
    known.push(await measureLogin('ada@example.com'))
    unknown.push(await measureLogin(`nobody-${round}@example.com`))
  }
  const ratio = computeMedian(unknown) / computeMedian(known)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
