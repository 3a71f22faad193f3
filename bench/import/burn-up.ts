import { computeBurnup, createCalendar, timeResolutions, type Transition } from '@espalier/domain'
import { median, type Figure } from '../figure.ts'
import { createDice } from '../layout/sample.ts'
import { shortMs } from '../report.ts'

const nodes = 10_000
const limitMs = 50
const runs = 15
const dayMs = 86_400_000
const from = Date.parse('2025-01-01T00:00:00Z')

/** Every node is created, begun, done and reopened: four entries each, in two years. */
function createHistory(roll: (sides: number) => number): Transition[] {
  const states = ['deleted', 'todo', 'progress', 'done', 'todo'] as const
  return Array.from({ length: nodes }, () => {
    let dt = from + roll(400 * dayMs)
    return states.slice(1).map((to, at): Transition => {
      dt += roll(80 * dayMs)
      return { dt, from: states[at] ?? 'deleted', to }
    })
  }).flat()
}

/** Measures the burn-up of a large history at the slowest resolution, after a warm-up. */
export function burnUp(): Figure {
  const history = createHistory(createDice(8))
  const calendar = createCalendar('Europe/Berlin')
  const took = timeResolutions.map((resolution) => {
    const times = Array.from({ length: runs + 3 }, () => {
      const before = performance.now()
      const points = computeBurnup(history, resolution, calendar)
      const ms = performance.now() - before
      if (points.at(-1)?.created !== nodes) throw new Error('the burn-up lost nodes')
      return ms
    })
    return { resolution, ms: median(times.slice(3)) }
  })
  const slowest = took.reduce((one, other) => (other.ms > one.ms ? other : one))
  return {
    name: `burn-up of 10,000 nodes with ${history.length.toLocaleString('en-US')} transitions, by ${slowest.resolution}, the slowest of ${took.length} resolutions, median of ${runs}`,
    measured: `${shortMs(slowest.ms)} ms`,
    limit: `${limitMs} ms`,
    holds: slowest.ms < limitMs,
  }
}
