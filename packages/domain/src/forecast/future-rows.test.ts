import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  copyLater,
  noiseUnit,
  type Row,
  shareUnit,
  toRowLength,
  workAfterBegin,
  workAfterWait,
  workAtOnce,
  workByTeam,
  workSometimesByTeam,
  workWithOthers,
} from './future-rows.ts'
import { Histograms } from './histograms.ts'

const length = 8
const someTime = fc.integer({ min: 0, max: 1 << 29 })
const someRow = fc.array(someTime, { minLength: length, maxLength: length }).map((times) => Int32Array.from(times))
const someRows = fc.tuple(someRow, someRow, someRow, someRow, someRow)
const at = (row: Row, index: number): number => row[index] as number
const combine = (rows: readonly Row[], compute: (...times: readonly number[]) => number): Row =>
  Int32Array.from({ length }, (_, index) => compute(...rows.map((row) => at(row, index))))

/** Leaves the others of each four as they were. */
const firstOfFour = (row: Row, before: Row): Row =>
  row.map((time, index) => (index % 4 === 0 ? time : at(before, index)))

const addAfter = (begin = 0, free = 0, spent = 0): number => Math.max(begin, free) + spent

describe('the rows of futures', () => {
  it('have room for all futures in rounds of four', () => {
    expect([0, 1, 4, 5, 128].map(toRowLength)).toEqual([0, 4, 4, 8, 128])
  })

  it('hold the later one of two times', () => {
    fc.assert(
      fc.property(someRow, someRow, (one, other) => {
        const row = new Int32Array(length)
        copyLater(row, one, other, length)
        expect(row).toEqual(combine([one, other], Math.max))
      }),
    )
  })

  it('let a person work when both the person and the node are ready, and raise the branch above', () => {
    fc.assert(
      fc.property(someRows, fc.boolean(), ([begin, own, parent, free, ticks], isWhole) => {
        const works = [
          { work: workAtOnce, done: combine([free, ticks], (from = 0, spent = 0) => from + spent), isShared: false },
          { work: workAfterBegin, done: combine([begin, free, ticks], addAfter), isShared: false },
          { work: workWithOthers, done: combine([begin, free, ticks], addAfter), isShared: true },
        ]
        for (const { work, done, isShared } of works) {
          const rows = { begin, own: own.slice(), parent: parent.slice(), isWhole }
          const freeAfter = free.slice()
          work(rows, freeAfter, ticks, length)
          const end = isShared ? combine([done, own], Math.max) : done
          expect(freeAfter).toEqual(done)
          expect(rows.own).toEqual(isWhole || isShared ? end : firstOfFour(end, own))
          expect(rows.parent).toEqual(combine([end, parent], Math.max))
        }
      }),
    )
  })

  it('let work begin after what it waited for, for its time and a noise', () => {
    fc.assert(
      fc.property(
        someRows,
        fc.nat({ max: 3 }),
        fc.boolean(),
        ([begin, below, parent, some, others], noiseFrom, isWhole) => {
          const ticks = some.map((time) => time >> 10)
          const noise = Int32Array.from([...others, ...others], (time) => time % (4 * noiseUnit))
          const own = new Int32Array(length)
          const rows = { begin, own: own.slice(), parent: parent.slice(), isWhole }
          workAfterWait(rows, below, ticks, noise, noiseFrom, length)
          const shifted = noise.subarray(noiseFrom, noiseFrom + length)
          const end = combine(
            [begin, below, ticks, shifted],
            (from = 0, later = 0, spent = 0, part = 0) =>
              Math.max(from, later) + Math.floor((spent * part) / noiseUnit),
          )
          expect(rows.own).toEqual(isWhole ? end : firstOfFour(end, own))
          expect(rows.parent).toEqual(combine([end, parent], Math.max))
        },
      ),
    )
  })

  it('end nothing before the team gets there, in all futures or in every fourth', () => {
    fc.assert(
      fc.property(someRow, someRow, someRow, fc.nat({ max: shareUnit }), (low, some, before, share) => {
        const rise = some.map((time) => time >> 8)
        const end = combine([low, rise, before], (from = 0, more = 0, work = 0) =>
          Math.max(from + Math.floor((more * share) / shareUnit), work),
        )
        const own = before.slice()
        workByTeam({ low, rise, share }, own, before, 0, length)
        expect(own).toEqual(end)
        const sometimes = new Int32Array(length)
        workSometimesByTeam({ low, rise, share }, sometimes, before, 0, length)
        expect([...sometimes]).toEqual([at(end, 0), 0, 0, 0, at(end, 4), 0, 0, 0])
      }),
    )
  })
})

describe('the counted ends of a node', () => {
  it('give quantiles close to those of the ends themselves', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 100, maxLength: 400 }), (times) => {
        const ends = Int32Array.from(times)
        const histograms = new Histograms(2, 1)
        histograms.fit(1, ends, ends.length, 1)
        histograms.add(1, ends, ends.length, 1)
        const sorted = ends.toSorted()
        // A bin is a 64th of the range of the ends, or a bit more.
        const width = (at(sorted, ends.length - 1) - at(sorted, 0)) / 60 + 2
        const shares = [0.5, 0.85]
        for (const [place, [none, found]] of histograms.listQuantiles(Uint8Array.of(0, 1), shares).entries()) {
          const share = shares[place] ?? 0
          expect(none).toBeNaN()
          const exact = at(sorted, Math.ceil(ends.length * share) - 1)
          expect(Math.abs((found ?? 0) - exact)).toBeLessThanOrEqual(width)
        }
      }),
    )
  })

  it('count ends far outside of those that came first at the edges', () => {
    const histograms = new Histograms(1, 1)
    histograms.fit(0, Int32Array.of(1_000, 1_100), 2, 1)
    histograms.add(0, Int32Array.of(0, 0, 1_050, 1 << 29, 1 << 29), 5, 1)
    const [[middle] = []] = histograms.listQuantiles(Uint8Array.of(1), [0.5])
    expect(middle).toBeGreaterThan(1_000)
    expect(middle).toBeLessThan(1_100)
  })
})
