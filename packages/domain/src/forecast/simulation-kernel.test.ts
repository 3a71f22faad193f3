import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Histograms } from './histograms.ts'
import {
  countCounted,
  histogramBins,
  histogramBytes,
  histogramHeadBytes,
  histogramScale,
  KernelLayout,
  KernelProgram,
  noiseLength,
  noiseUnit,
  partLength,
  placesBytes,
  queueBytes,
  queueCount,
  queueLength,
  rowBytes,
  shareUnit,
  toLane,
  toNoiseLane,
  toWord,
} from './simulation-kernel.ts'

/** The times of all futures in their order. */
type Times = readonly number[]

const someTimes = (most: number, length = partLength) =>
  fc.array(fc.integer({ min: 0, max: most }), { minLength: length, maxLength: length })
const someRow = someTimes(1 << 29)
const combine = (rows: readonly Times[], compute: (...times: readonly number[]) => number): Times =>
  Array.from({ length: partLength }, (_, future) => compute(...rows.map((row) => row[future] as number)))
const later = (...times: readonly number[]): number => Math.max(...times)

/** A memory of the kernel with some rows, and whatever else a test needs. */
function openRows(rows: readonly Times[], more: (layout: KernelLayout) => number = () => 0) {
  const layout = new KernelLayout()
  const addresses = rows.map(() => layout.reserve(rowBytes))
  const program = layout.reserve(1 << 10)
  const extra = more(layout)
  const memory = layout.open()
  for (const [index, row] of rows.entries())
    for (const [future, time] of row.entries()) memory.words[toWord(addresses[index] as number) + toLane(future)] = time
  const runProgram = (steps: Int32Array, counted = 1, isFirstPart = true): void => {
    memory.words.set(steps, toWord(program))
    memory.run(program, counted, isFirstPart)
  }
  return {
    ...memory,
    addresses: addresses as [number, number, number, number, number],
    extra,
    runSteps(write: (steps: KernelProgram) => void, counted = 1, isFirstPart = true): void {
      const steps = new KernelProgram()
      write(steps)
      runProgram(steps.finish(), counted, isFirstPart)
    },
    runProgram,
    read: (address: number): Times =>
      Array.from({ length: partLength }, (_, future) => memory.words[toWord(address) + toLane(future)] as number),
  }
}

/** Makes room for the places of a node and for the counts of two. */
const reserveCounting = (layout: KernelLayout): number => layout.reserve(placesBytes + 2 * histogramBytes)

describe('the kernel of the simulation', () => {
  it('has a place of its own for every future, and those that are counted come first', () => {
    const lanes = Array.from({ length: partLength }, (_, future) => toLane(future))
    expect(new Set(lanes).size).toBe(partLength)
    expect(lanes.filter((_, future) => future % 4 === 0)).toEqual(Array.from({ length: partLength / 4 }, (_, at) => at))
    expect([1, 4, 5, 512].map(countCounted)).toEqual([1, 1, 2, 128])
  })

  it('finds the later one of two times in each future', () => {
    fc.assert(
      fc.property(someRow, someRow, (one, other) => {
        const { addresses, runSteps, read } = openRows([one, other, []])
        runSteps((steps) => steps.takeLater(addresses[2], addresses[0], addresses[1]))
        expect(read(addresses[2])).toEqual(combine([one, other], later))
      }),
      { numRuns: 20 },
    )
  })

  it('computes the rounded ticks for work of a size, up to a limit', () => {
    const someUnits = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(someUnits, fc.double({ min: 0, max: 1e3, noNaN: true }), (units, weight) => {
        const { addresses, words, extra, runSteps, read } = openRows([[]], (layout) => layout.reserve(rowBytes * 2))
        const all = new Float64Array(words.buffer, extra, partLength)
        for (let future = 0; future < partLength; future += 1) all[toLane(future)] = units[future % 8] as number
        runSteps((steps) => steps.computeTicks(addresses[0], extra, weight))
        const expected = units.map((unit) => Math.trunc(Math.min(1 << 20, weight * unit + 0.5)))
        expect(read(addresses[0])).toEqual(combine([], () => 0).map((_, future) => expected[future % 8]))
      }),
      { numRuns: 50 },
    )
  })

  it.each(['workAlone', 'workWithOthers'] as const)(
    'lets a person work when both the person and the node are ready, and raises the branch above (%s)',
    (kind) => {
      fc.assert(
        fc.property(someRow, someRow, someRow, someRow, someRow, (own, parent, begin, free, ticks) => {
          const { addresses: at, runSteps, read } = openRows([own, parent, begin, free, ticks])
          runSteps((steps) => steps[kind]({ own: at[0], parent: at[1], begin: at[2], ticks: at[4] }, at[3]))
          const done = combine([begin, free, ticks], (from = 0, since = 0, spent = 0) => later(from, since) + spent)
          const end = kind === 'workAlone' ? done : combine([done, own], later)
          expect(read(at[3])).toEqual(done)
          expect(read(at[0])).toEqual(end)
          expect(read(at[1])).toEqual(combine([end, parent], later))
        }),
        { numRuns: 20 },
      )
    },
  )

  it('lets work begin after what it waited for, for its time and a noise that differs in each future', () => {
    const someNoise = someTimes(4 * noiseUnit, noiseLength)
    fc.assert(
      fc.property(
        fc.tuple(someRow, someRow, someRow, someTimes(1 << 20)),
        someNoise,
        fc.nat({ max: noiseLength - partLength - 1 }),
        ([parent, begin, below, ticks], noise, first) => {
          const rows = openRows([[], parent, begin, below, ticks], (layout) => layout.reserve(noiseLength * 4))
          const { addresses: at, words, extra, runProgram, read } = rows
          for (const [index, part] of noise.entries()) words[toWord(extra) + toNoiseLane(index)] = part
          const steps = new KernelProgram()
          steps.workAfterWait({ own: at[0], parent: at[1], begin: at[2], ticks: at[4] }, at[3], extra)
          const program = steps.finish()
          program[steps.noiseFirsts[0] as number] = first
          runProgram(program)
          const end = combine(
            [begin, below, ticks, noise.slice(first, first + partLength)],
            (from = 0, since = 0, spent = 0, part = 0) => later(from, since) + Math.floor((spent * part) / noiseUnit),
          )
          expect(read(at[0])).toEqual(end)
          expect(read(at[1])).toEqual(combine([end, parent], later))
        },
      ),
      { numRuns: 20 },
    )
  })

  it('ends nothing before the team gets there in its queue, in all futures or only in those that are counted', () => {
    const someShares = someTimes(shareUnit, queueCount)
    fc.assert(
      fc.property(
        someRow,
        someTimes(1 << 21),
        someRow,
        someShares,
        fc.boolean(),
        (low, rise, before, shares, isWhole) => {
          const { addresses: at, words, extra, runSteps, read } = openRows([low, rise, before, []], reserveCounting)
          for (const [queue, share] of shares.entries())
            words.set([at[0] + queue * queueBytes, share], toWord(extra) + queue * 2)
          const histogram = extra + placesBytes
          runSteps((steps) => steps.end({ own: at[3], before: at[2], places: extra, isWhole, histogram }))
          const end = combine([low, rise, before], later).map((_, future) => {
            const share = shares[Math.floor(future / queueLength)] as number
            const team = (low[future] as number) + Math.floor(((rise[future] as number) * share) / shareUnit)
            return isWhole || future % 4 === 0 ? later(team, before[future] as number) : 0
          })
          expect(read(at[3])).toEqual(end)
        },
      ),
      { numRuns: 20 },
    )
  })
})

interface CountedPart {
  /** The ends in the futures of the first block, of which the first ones are counted. */
  readonly ends: Times
  readonly counted: number
}

/** Counts the ends of a node in some parts of the futures. The team is always earlier. */
function countEnds(parts: readonly CountedPart[], node = 0) {
  const { addresses, words, run, extra, runSteps } = openRows([[], [], []], reserveCounting)
  const [own, team] = addresses
  for (let queue = 0; queue < queueCount; queue += 1) words[toWord(extra) + queue * 2] = team
  const address = extra + placesBytes
  const histogram = address + node * histogramBytes
  for (const [index, { ends, counted }] of parts.entries()) {
    words.set(ends, toWord(own))
    const step = { own, before: own, places: extra, isWhole: false, histogram }
    runSteps((steps) => steps.end(step), counted, index === 0)
  }
  const total = parts.reduce((all, { counted }) => all + counted, 0)
  const [lowest = 0, range = 0, scale = 0] = words.subarray(toWord(histogram))
  return {
    fitted: { lowest, range, scale },
    bins: Array.from(new Uint16Array(words.buffer, histogram + histogramHeadBytes, histogramBins)),
    histograms: new Histograms({ memory: { words, run }, address, total, ticksPerDay: 1 }),
  }
}

/** Makes the same room and counts one end after the other. */
function countNaively(parts: readonly CountedPart[]) {
  const first = (parts[0] as CountedPart).ends.slice(0, parts[0]?.counted)
  const [earliest, latest] = [Math.min(...first), Math.max(...first)]
  const room = Math.ceil((latest - earliest) / 2) + 1
  const [lowest, range] = [earliest - room, latest - earliest + 2 * room]
  const scale = Math.floor((histogramBins * histogramScale) / range)
  const bins = Array.from({ length: histogramBins }, () => 0)
  for (const { ends, counted } of parts)
    for (const end of ends.slice(0, counted)) {
      const ticks = Math.min(range - 1, Math.max(0, end - lowest))
      const bin = Math.floor((ticks * scale) / histogramScale)
      bins[bin] = (bins[bin] as number) + 1
    }
  return { fitted: { lowest, range, scale }, bins }
}

describe('the counted ends of a node', () => {
  it('are those of the counted futures, each in its bin, also outside of the ends of the first part', () => {
    const somePart = fc.record({ ends: someTimes(1 << 29, 128), counted: fc.integer({ min: 1, max: 128 }) })
    fc.assert(
      fc.property(fc.array(somePart, { minLength: 1, maxLength: 3 }), (parts) => {
        expect(countEnds(parts)).toMatchObject(countNaively(parts))
      }),
    )
  })

  it('give quantiles close to those of the ends themselves', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 200_000 }), { minLength: 60, maxLength: 128 }), (ends) => {
        const { histograms } = countEnds([{ ends, counted: ends.length }], 1)
        const sorted = ends.toSorted((one, other) => one - other)
        // A bin is a 64th of the range of the ends, or a bit more.
        const width = ((sorted.at(-1) ?? 0) - (sorted[0] ?? 0)) / 60 + 2
        const shares = [0.5, 0.85]
        for (const [place, [none, found]] of histograms.listQuantiles(Uint8Array.of(0, 1), shares).entries()) {
          expect(none).toBeNaN()
          const exact = sorted[Math.ceil(ends.length * (shares[place] ?? 0)) - 1] ?? 0
          expect(Math.abs((found ?? 0) - exact)).toBeLessThanOrEqual(width)
        }
      }),
    )
  })

  it('count ends far outside of those that came first at the edges', () => {
    const { histograms } = countEnds([
      { ends: [1_000, 1_100], counted: 2 },
      { ends: [0, 0, 1_050, 1 << 29, 1 << 29], counted: 5 },
    ])
    const [[middle] = []] = histograms.listQuantiles(Uint8Array.of(1), [0.5])
    expect(middle).toBeGreaterThan(1_000)
    expect(middle).toBeLessThan(1_100)
  })
})
