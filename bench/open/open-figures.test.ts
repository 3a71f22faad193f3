import { expect, it } from 'vitest'
import { openFigures } from './open-figures.ts'
import { openPlanFrom } from './open-plan.ts'
import { createOpenCells, type OpenResult } from './open-run.ts'

const result = (ms: number, change: Partial<OpenResult> = {}): OpenResult => ({
  ms,
  usableMs: ms,
  fromNodesMs: 100,
  requests: 10,
  bytes: 200_000,
  chain: 3,
  ...change,
})

const runWith = (lines: readonly number[], fill: (cells: ReturnType<typeof createOpenCells>) => void) => {
  const cells = createOpenCells()
  fill(cells)
  return { at: cells.at, lines, sizes: [60, 10_000], subjects: ['limit', 'espalier'] }
}

it('takes medians of times and the shortest chain, because chance only makes a chain longer', () => {
  const key = { subject: 'espalier', size: 60, line: 80, visit: 'cold' } as const
  const { at } = runWith([80], (cells) => {
    for (const [ms, chain] of [
      [500, 4],
      [300, 3],
      [900, 5],
    ] as const)
      cells.add(key, result(ms, { chain }))
  })
  expect(at(key)).toMatchObject({ ms: 500, chain: 3 })
  expect(at({ ...key, visit: 'warm' })).toBeNull()
})

const holdsFirstVisit = (ms: number) => {
  const run = runWith([80], (cells) => {
    cells.add({ subject: 'espalier', size: 60, line: 80, visit: 'cold' }, result(ms))
    cells.add({ subject: 'limit', size: 60, line: 80, visit: 'cold' }, result(400))
  })
  return openFigures(run).find(({ name }) => name.includes('first visit') && name.includes('painted plan'))?.holds
}

it('judges the first visit by the limit page of the same line, up to exactly two times', () => {
  expect([holdsFirstVisit(800), holdsFirstVisit(801)]).toEqual([true, false])
})

const holdsSecondVisit = (ms: number) => {
  const run = runWith([0], (cells) => {
    cells.add({ subject: 'espalier', size: 10_000, line: 0, visit: 'cold' }, result(2_000, { fromNodesMs: 120 }))
    cells.add({ subject: 'espalier', size: 10_000, line: 0, visit: 'warm' }, result(ms))
  })
  return openFigures(run).find(({ name }) => name.includes('10,000'))?.holds
}

it('judges the second visit to 10,000 nodes by the time from the nodes in memory', () => {
  expect([holdsSecondVisit(280), holdsSecondVisit(281)]).toEqual([true, false])
})

it('judges a visit to a stored page by the same time on every line, and none that still fetches the page', () => {
  const run = runWith([0, 150], (cells) => {
    cells.add({ subject: 'espalier', size: 60, line: 0, visit: 'stored' }, result(300))
    cells.add({ subject: 'espalier', size: 60, line: 150, visit: 'stored' }, result(301))
    cells.add({ subject: 'espalier', size: 60, line: 0, visit: 'warm' }, result(900))
  })
  const judged = openFigures(run).filter(({ name }) => name.includes('whatever the line'))
  expect(judged.map(({ name, holds }) => [name.match(/^\w+ visit|\d+ ms/g)?.join(' '), holds])).toEqual([
    ['later visit 0 ms', true],
    ['later visit 150 ms', false],
  ])
})

it('omits the bars that a run did not measure', () => {
  expect(openFigures(runWith([40], () => undefined))).toEqual([])
})

it('reads which sizes, lines and peers to measure, and refuses what it does not know', () => {
  expect(openPlanFrom(['--sizes=60', '--lines=0,80', '--rounds=2', '--peers='])).toMatchObject({
    sizes: [60],
    lines: [0, 80],
    rounds: 2,
    peers: [],
  })
  expect(() => openPlanFrom(['--sizes=many'])).toThrow('whole numbers')
  expect(() => openPlanFrom(['--peers=paper'])).toThrow('no peer named paper')
})
