import { describe, expect, it } from 'vitest'
import { type FaultName, faultNames } from './faults/faults.ts'
import { runSeed } from './run.ts'

const seeds = 600

/** The message that shows each bug: a run that fails for another reason has not found it. */
const signs: Readonly<Record<FaultName, RegExp>> = {
  'skip-the-lock': /duplicate key|deadlock|cycle|done twice/,
  'publish-before-commit': /which was not committed/,
  'drop-a-sequence-number': /log has a gap|its log ends at/,
  'allow-a-cycle': /'cycle'/,
  'no-dedupe': /done twice/,
  'stale-position': /'position-taken'/,
  'no-rights-on-one-event': /who had no right to it/,
  'ack-before-commit': /was answered and is not stored/,
  'undo-overwrites-others': /never had changed|did not give back/,
  'lost-relabel': /'log-differs'/,
}

describe('injected bug', { timeout: 240_000 }, () => {
  it.each(faultNames)('detects the injected bug %s by a failing run', async (fault) => {
    const found: string[] = []
    for (let seed = 1; seed <= seeds && !found.some((text) => signs[fault].test(text)); seed += 1) {
      found.push(...(await runSeed(seed, { fault })).failures)
    }
    expect(found.join('\n')).toMatch(signs[fault])
  })
})
