import { createCalendar, timeResolutions } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { computeChartGeometry } from './chart-geometry.ts'
import type { BurnupFigures } from './count-burnup.ts'

const calendar = createCalendar('UTC')
const letterPx = 7

const point = (at: number) => ({ startMs: at, endMs: at + 1_000, created: 2, resolved: 1 })

/** Makes two steps of one second each, and a chart that ends this much later. */
const figuresOver = (spanMs: number): BurnupFigures => {
  const startMs = Date.UTC(2026, 10, 9, 22, 15, 30)
  return {
    points: [point(startMs), point(startMs + spanMs)] as unknown as BurnupFigures['points'],
    forecast: { kind: 'none' } as unknown as BurnupFigures['forecast'],
    simulated: null,
    entries: [],
    nowMs: startMs + spanMs + 1_000,
  }
}

describe('time axis labels', () => {
  const spans = [1_000, 5_000, 17_000, 61_000, 3_600_000, 86_400_000, 40 * 86_400_000, 900 * 86_400_000]
  const widths = [240, 300, 390, 500, 800, 1_400]

  it.each(timeResolutions)('never overlaps the labels by %s, for any span and width', (resolution) => {
    for (const spanMs of spans) {
      for (const width of widths) {
        const { xTicks } = computeChartGeometry(figuresOver(spanMs), { width, height: 350 }, resolution, calendar)
        xTicks.slice(1).forEach((tick, at) => {
          const before = xTicks[at]
          const needed = ((tick.text.length + (before?.text.length ?? 0)) / 2) * letterPx
          expect(tick.at - (before?.at ?? 0), `${spanMs} ms in ${width} px: ${tick.text}`).toBeGreaterThan(needed)
        })
        expect(xTicks.length).toBeGreaterThan(0)
      }
    }
  })
})

it('draws the range of simulated futures instead of the recent pace, so that chart and text agree', () => {
  const plain = figuresOver(86_400_000)
  const { nowMs } = plain
  const drawn = (changed: Partial<BurnupFigures>) =>
    computeChartGeometry({ ...plain, ...changed }, { width: 500, height: 350 }, 'day', calendar).conePoints
  const range = { kind: 'range', earliestMs: nowMs + 3_600_000, latestMs: nowMs + 7_200_000, stretches: 3 } as const
  const simulated = { middleMs: nowMs + 10_800_000, lateMs: nowMs + 14_400_000 }
  expect(drawn({})).toBe('')
  expect(drawn({ forecast: range, simulated })).toBe(drawn({ simulated }))
  expect(drawn({ forecast: range })).not.toBe(drawn({ simulated }))
})
