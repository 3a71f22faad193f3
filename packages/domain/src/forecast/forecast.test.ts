import { describe, expect, it } from 'vitest'
import type { NodeTransition } from '../burnup/burn-up.ts'
import { dayMs } from '../core/units.ts'
import { aNode } from '../testing/schedulable-nodes.ts'
import { createHistory, cutHistory, historyKinds } from '../testing/work-histories.ts'
import { type ForecastNode, forecastWork, packProject } from './forecast.ts'

const nowMs = Date.UTC(2026, 5, 1)
const futures = 500

const anOpenNode = (id: string, more: Partial<ForecastNode> = {}): ForecastNode => ({
  ...aNode(id, [], more),
  assigneeIds: [],
  ...more,
})

/** Two people did one node a day each, for twenty days. */
const past = Array.from({ length: 40 }, (_, index) =>
  anOpenNode(`past${index}`, { status: 'done', assigneeIds: [index % 2 === 0 ? 'ada' : 'bob'] }),
)
const created = (id: string): NodeTransition => ({ nodeId: id, dt: nowMs - 30 * dayMs, from: 'deleted', to: 'todo' })
const pastTransitions = past.flatMap(({ id }, index): NodeTransition[] => [
  created(id),
  { nodeId: id, dt: nowMs - (20 - index / 2) * dayMs, from: 'todo', to: 'done' },
])

const forecast = (open: readonly ForecastNode[]) =>
  forecastWork(packProject([...past, ...open], [...pastTransitions, ...open.map(({ id }) => created(id))], nowMs), {
    futures,
  })

function forecastDays(open: readonly ForecastNode[], id?: string): { readonly middle: number; readonly late: number } {
  const found = forecast(open)
  if (found.kind !== 'known') throw new Error(`There is no forecast: ${found.kind}`)
  const at = past.length + open.findIndex((node) => node.id === id)
  const [middleMs, lateMs] =
    id === undefined
      ? [found.whole.middleMs, found.whole.lateMs]
      : [found.middles[at] ?? Number.NaN, found.lates[at] ?? Number.NaN]
  return { middle: (middleMs - nowMs) / dayMs, late: (lateMs - nowMs) / dayMs }
}

const several = (count: number, more: (index: number) => Partial<ForecastNode> = () => ({})) =>
  Array.from({ length: count }, (_, index) => anOpenNode(`open${index}`, more(index)))

const forecastOne = (nodes: readonly ForecastNode[], transitions: readonly NodeTransition[]) =>
  forecastWork(packProject([...nodes, anOpenNode('open')], transitions, nowMs), { futures })

describe('the forecast of a project', () => {
  it('expects the work to go on at the pace so far', () => {
    const { middle, late } = forecastDays(several(20))
    expect(middle).toBeGreaterThan(9)
    expect(middle).toBeLessThan(12)
    expect(late).toBeGreaterThanOrEqual(middle)
  })

  it('is the same each time', () => {
    expect(forecast(several(20))).toEqual(forecast(several(20)))
  })

  it('says that everything is done when nothing is open, also with nodes that do not count', () => {
    expect(forecast([]).kind).toBe('done')
    expect(forecast([anOpenNode('dropped', { isCounted: false })]).kind).toBe('done')
  })

  it('says nothing without 8 finished nodes on 4 days, the first a week ago', () => {
    const tooLittle = { kind: 'none', reason: 'too-little' }
    expect(forecastOne([], [])).toEqual(tooLittle)
    expect(forecastOne(past.slice(0, 7), pastTransitions.slice(0, 14))).toEqual(tooLittle)
    expect(forecastOne(past.slice(0, 8), pastTransitions.slice(0, 16)).kind).toBe('known')
    const ofOneDay = pastTransitions.map((entry) =>
      entry.to === 'done' ? { ...entry, dt: nowMs - 10 * dayMs } : entry,
    )
    expect(forecastOne(past, ofOneDay)).toEqual(tooLittle)
    const ofThisWeek = pastTransitions.map((entry) => ({ ...entry, dt: nowMs - (nowMs - entry.dt) / 4 }))
    expect(forecastOne(past, ofThisWeek)).toEqual(tooLittle)
  })

  it('says nothing when more is added than done', () => {
    const added = Array.from({ length: 200 }, (_, index): NodeTransition => ({
      nodeId: `open${index}`,
      dt: nowMs - (index / 12) * dayMs,
      from: 'deleted',
      to: 'todo',
    }))
    const project = packProject([...past, ...several(200)], [...pastTransitions, ...added], nowMs)
    expect(forecastWork(project, { futures })).toEqual({ kind: 'none', reason: 'too-far' })
  })

  it('is later when nodes wait for each other, and for what blocks the branch above them', () => {
    const free = forecastDays(several(12)).middle
    const chain = several(12, (index) => (index === 0 ? {} : { blockedByIds: [`open${index - 1}`] }))
    expect(forecastDays(chain).middle).toBeGreaterThan(free * 1.5)
    const branch = [
      anOpenNode('top', { blockedByIds: ['open11'] }),
      anOpenNode('leaf', { parentIds: ['top'] }),
      ...chain,
    ]
    expect(forecastDays(branch, 'leaf').middle).toBeGreaterThan(forecastDays(branch, 'open11').middle)
  })

  it('does not wait for blockers that are done', () => {
    const waiting = several(12, () => ({ blockedByIds: ['past0'] }))
    expect(forecastDays(waiting)).toEqual(forecastDays(several(12)))
  })

  it('is later when one of two people does everything', () => {
    const shared = forecastDays(several(20, (index) => ({ assigneeIds: [index % 2 === 0 ? 'ada' : 'bob'] }))).middle
    const alone = forecastDays(several(20, () => ({ assigneeIds: ['ada'] }))).middle
    expect(alone).toBeGreaterThan(shared * 1.7)
  })

  it('ends a branch with the last node below it, and has no date for a branch without open nodes', () => {
    const open = [
      anOpenNode('top'),
      anOpenNode('leaf', { parentIds: ['top'] }),
      anOpenNode('done branch', { status: 'done' }),
      ...several(10),
    ]
    // Dates of single nodes are counted in steps of a few hours.
    expect(forecastDays(open, 'top').late).toBeGreaterThan(forecastDays(open, 'leaf').late - 0.3)
    expect(forecastDays(open, 'done branch').late).toBeNaN()
    expect(forecastDays(open, 'top').late).toBeLessThanOrEqual(forecastDays(open).late + 0.5)
  })

  it('ends also while changes that arrived in part make a cycle', () => {
    const open = [anOpenNode('a', { blockedByIds: ['b'] }), anOpenNode('b', { blockedByIds: ['a'] })]
    expect(forecast(open).kind).toBe('known')
  })
})

describe('the calibration of the forecast', () => {
  it('lets 85 of 100 made-up projects end by the late date', () => {
    let [known, byLate, byMiddle] = [0, 0, 0]
    for (let index = 0; index < 160; index += 1) {
      const kind = historyKinds[index % historyKinds.length] ?? 'steady'
      const { nodes, transitions, ...times } = cutHistory(createHistory(kind, 5_000 + index * 31), 0.5)
      const found = forecastWork(packProject(nodes, transitions, times.nowMs), { futures: 100 })
      if (found.kind !== 'known') continue
      known += 1
      if (times.endMs <= found.whole.lateMs) byLate += 1
      if (times.endMs <= found.whole.middleMs) byMiddle += 1
    }
    expect(known).toBeGreaterThan(120)
    // Wider than the limit of the bench, which looks at five times as many.
    expect(byLate / known).toBeGreaterThan(0.77)
    expect(byLate / known).toBeLessThan(0.93)
    expect(byMiddle / known).toBeGreaterThan(0.4)
    expect(byMiddle / known).toBeLessThan(0.7)
  })
})
