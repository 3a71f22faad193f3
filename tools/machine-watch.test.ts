import { describe, expect, it } from 'vitest'
// @ts-expect-error The tools that run on a fresh clone are plain JavaScript without types.
import { describeSlowPeriods } from './machine-watch.mjs'

interface Sample {
  readonly began: number
  readonly tookMs: number
  readonly load: string
  readonly stolen: number
  readonly all: number
  readonly busiest: string
}

const describeSlow = describeSlowPeriods as (samples: readonly Sample[]) => readonly string[]

/** One sample every five seconds; the host takes half of the processor while a sample is slow. */
function samplesTaking(times: readonly number[]): Sample[] {
  let stolen = 0
  return times.map((tookMs, at) => {
    if (tookMs > 200) stolen += 500
    return { began: at * 5_000, tookMs, load: '3.1', stolen, all: at * 1_000, busiest: '' }
  })
}

describe('watching the machine during the tests', () => {
  it('finds nothing to report when every process starts in about the same time', () => {
    expect(describeSlow(samplesTaking([50, 60, 120, 55, 100, 50]))).toEqual([])
  })

  it('reports a time in which processes started slowly, with what the host took away', () => {
    const lines = describeSlow(samplesTaking([50, 50, 400, 60, 650, 50, 50, 50]))
    expect(lines).toEqual([
      '- 00:00:10, for 11 s: up to 13 times slower; load 3.1; 33% of the processor taken by the host',
    ])
  })

  it('reports nothing for a run that ended before the first measurement', () => {
    expect(describeSlow([])).toEqual([])
  })
})
