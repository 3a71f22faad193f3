import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Transition, transitionStates } from '../node/status.ts'
import { timeResolutions } from '../project/view-options.ts'
import {
  type BurnupPoint,
  collectBranchIds,
  computeBurnup,
  findStepNodes,
  getTransitionDelta,
  type NodeTransition,
  thinBurnupPoints,
} from './burn-up.ts'
import { createCalendar } from './calendar.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const utc = createCalendar('UTC')

describe('burn-up', () => {
  it.each([
    ['deleted', 'todo', 1, 0],
    ['deleted', 'done', 1, 1],
    ['todo', 'done', 0, 1],
    ['done', 'progress', 0, -1],
    ['progress', 'deleted', -1, 0],
    ['done', 'deleted', -1, -1],
    ['todo', 'progress', 0, 0],
  ] as const)(
    '[burn-up] counts a transition from %s to %s as created %d, resolved %d',
    (from, to, created, resolved) => {
      expect(getTransitionDelta({ dt: 0, from, to })).toEqual({ created, resolved })
    },
  )

  it('[burn-up] gives one point per period with running totals for entries in any order', () => {
    const entries: Transition[] = [
      { dt: at('2026-11-10T10:00:00'), from: 'todo', to: 'done' },
      { dt: at('2026-11-09T10:00:00'), from: 'deleted', to: 'todo' },
      { dt: at('2026-11-09T11:00:00'), from: 'deleted', to: 'todo' },
      { dt: at('2026-11-12T10:00:00'), from: 'done', to: 'deleted' },
    ]
    const day = (date: number) => ({
      startMs: at(`2026-11-${date}T00:00:00`),
      endMs: at(`2026-11-${date + 1}T00:00:00`),
    })
    expect(computeBurnup(entries, 'day', utc)).toEqual([
      { startMs: at('2026-11-09T00:00:00'), endMs: at('2026-11-10T00:00:00'), created: 2, resolved: 0 },
      { ...day(10), created: 2, resolved: 1 },
      { ...day(12), created: 1, resolved: 0 },
    ])
    expect(computeBurnup([], 'week', utc)).toEqual([])
  })

  it('[burn-up] gives no point for a period that ends as it began', () => {
    const entries: Transition[] = [
      { dt: at('2026-11-09T10:00:00'), from: 'deleted', to: 'todo' },
      { dt: at('2026-11-10T10:00:00'), from: 'todo', to: 'done' },
      { dt: at('2026-11-10T11:00:00'), from: 'done', to: 'progress' },
      { dt: at('2026-11-11T11:00:00'), from: 'progress', to: 'todo' },
    ]
    expect(computeBurnup(entries, 'day', utc)).toHaveLength(1)
    expect(computeBurnup(entries, 'hour', utc)).toHaveLength(3)
  })

  it('[burn-up] orders periods and ends every resolution with the same totals', () => {
    const entry = fc.record({
      dt: fc.integer({ min: 0, max: 4e12 }),
      from: fc.constantFrom(...transitionStates),
      to: fc.constantFrom(...transitionStates),
    })
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1 }), (entries) => {
        const ends = timeResolutions.map((resolution) => {
          const points = computeBurnup(entries, resolution, utc)
          expect(points.every((point, index) => index === 0 || point.startMs >= (points[index - 1]?.endMs ?? 0))).toBe(
            true,
          )
          return { created: points.at(-1)?.created ?? 0, resolved: points.at(-1)?.resolved ?? 0 }
        })
        expect(new Set(ends.map((end) => JSON.stringify(end))).size).toBe(1)
      }),
    )
  })
})

describe('thinned burn-up', () => {
  const points: readonly BurnupPoint[] = Array.from({ length: 1_000 }, (_, index) => ({
    startMs: index * 10,
    endMs: index * 10 + 10,
    created: index + 1,
    resolved: index % 7,
  }))

  it('[burn-up] thins to a few contiguous points with the final totals', () => {
    const few = thinBurnupPoints(points, 40)
    expect(few.length).toBeLessThanOrEqual(40)
    expect(few.length).toBeGreaterThan(30)
    expect(few[0]?.startMs).toBe(0)
    expect(few.at(-1)).toMatchObject({ endMs: 10_000, created: 1_000, resolved: 999 % 7 })
    expect(few.every((point, index) => index === 0 || point.startMs === few[index - 1]?.endMs)).toBe(true)
  })

  it('[burn-up] keeps all points when they fit', () => {
    expect(thinBurnupPoints(points, 1_000)).toBe(points)
    expect(thinBurnupPoints([], 5)).toEqual([])
  })

  it('[burn-up] does not merge distant points', () => {
    const apart = [...points.slice(0, 100), { startMs: 1e9, endMs: 1e9 + 10, created: 1, resolved: 1 }]
    expect(thinBurnupPoints(apart, 10)).toEqual([
      { startMs: 0, endMs: 1_000, created: 100, resolved: 99 % 7 },
      { startMs: 1e9, endMs: 1e9 + 10, created: 1, resolved: 1 },
    ])
  })
})

const entry = (dt: number, nodeId: string, from: NodeTransition['from'], to: NodeTransition['to']): NodeTransition => ({
  dt,
  nodeId,
  from,
  to,
})

describe('nodes of a burn-up step', () => {
  const entries = [
    entry(1, 'a', 'deleted', 'todo'),
    entry(12, 'a', 'todo', 'done'),
    entry(10, 'b', 'deleted', 'done'),
    entry(5, 'c', 'deleted', 'done'),
    entry(15, 'c', 'done', 'progress'),
    entry(6, 'd', 'deleted', 'done'),
    entry(16, 'd', 'done', 'deleted'),
    entry(11, 'e', 'deleted', 'todo'),
    entry(13, 'e', 'todo', 'deleted'),
    entry(20, 'f', 'deleted', 'todo'),
  ]

  it('[burn-up] lists the nodes of a period with what they did, including its start and excluding its end', () => {
    expect(findStepNodes(entries, { startMs: 10, endMs: 20 })).toEqual([
      { nodeId: 'b', parts: ['created', 'resolved'] },
      { nodeId: 'a', parts: ['resolved'] },
      { nodeId: 'c', parts: ['reopened'] },
      { nodeId: 'd', parts: ['deleted'] },
    ])
    expect(findStepNodes(entries, { startMs: 30, endMs: 40 })).toEqual([])
  })
})

describe('branch ids', () => {
  it('[burn-up] collects a node with all descendants via every parent, each once', () => {
    const nodes = [
      { id: 'root', parentIds: [] },
      { id: 'left', parentIds: ['root'] },
      { id: 'right', parentIds: ['root'] },
      { id: 'both', parentIds: ['left', 'right'] },
      { id: 'leaf', parentIds: ['both'] },
    ]
    expect([...collectBranchIds(nodes, 'left')]).toEqual(['left', 'both', 'leaf'])
    expect([...collectBranchIds(nodes, 'nowhere')]).toEqual(['nowhere'])
  })

  it('[burn-up] terminates on a cycle of parents', () => {
    const circle = [
      { id: 'one', parentIds: ['two'] },
      { id: 'two', parentIds: ['one'] },
    ]
    expect([...collectBranchIds(circle, 'one')]).toEqual(['one', 'two'])
  })
})
