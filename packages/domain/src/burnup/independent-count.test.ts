import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTransition, nodeStatuses, type Transition, type TransitionSubject } from '../node/status.ts'
import { timeResolutions } from '../project/view-options.ts'
import { type BurnupPoint, computeBurnup, findStepNodes, type NodeTransition, thinBurnupPoints } from './burn-up.ts'
import { createCalendar } from './calendar.ts'

/** The state of a node from a moment on. */
interface Phase extends TransitionSubject {
  readonly ms: number
}

const minuteMs = 60_000
const from = Date.parse('2026-03-20T00:00:00Z')
const zones = ['UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Asia/Kolkata'] as const

const aLife: fc.Arbitrary<readonly Phase[]> = fc
  .array(
    fc.record({
      ms: fc.integer({ min: 0, max: 60 * 24 * 60 }).map((minutes) => from + minutes * minuteMs),
      status: fc.constantFrom(...nodeStatuses),
      isDeleted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((phases) => phases.sort((one, other) => one.ms - other.ms))

function recorded(histories: readonly (readonly Phase[])[]): readonly NodeTransition[] {
  return histories.flatMap((history, index) => {
    let before: TransitionSubject | null = null
    return history.flatMap((phase): NodeTransition[] => {
      const entry: Transition | null = createTransition(before, phase, phase.ms)
      before = phase
      return entry === null ? [] : [{ ...entry, nodeId: `node ${index}` }]
    })
  })
}

/** Counts the nodes in their state at a moment, without transitions or running totals. */
function headsAt(histories: readonly (readonly Phase[])[], ms: number): { created: number; resolved: number } {
  const standing = histories
    .map((history) => history.findLast((phase) => phase.ms < ms))
    .filter((phase) => phase !== undefined)
  const living = standing.filter((phase) => !phase.isDeleted)
  return { created: living.length, resolved: living.filter(({ status }) => status === 'done').length }
}

const totalsBefore = (points: readonly BurnupPoint[], ms: number) => {
  const last = points.findLast((point) => point.endMs <= ms)
  return { created: last?.created ?? 0, resolved: last?.resolved ?? 0 }
}

describe('burn-up compared with an independent count', () => {
  it('[burn-up] agrees at the end of every period over 1,000 histories', () => {
    const calendars = zones.map(createCalendar)
    fc.assert(
      fc.property(
        fc.array(aLife, { maxLength: 12 }),
        fc.constantFrom(...timeResolutions),
        fc.constantFrom(...calendars),
        (lives, resolution, calendar) => {
          const points = computeBurnup(recorded(lives), resolution, calendar)
          const ends = new Set(lives.flat().map(({ ms }) => calendar.findPeriod(ms, resolution).endMs))
          for (const end of ends) expect(totalsBefore(points, end)).toEqual(headsAt(lives, end))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('[burn-up] lists exactly the nodes that differ in a step, thinned or not', () => {
    const calendar = createCalendar('Europe/Berlin')
    fc.assert(
      fc.property(
        fc.array(aLife, { minLength: 1, maxLength: 12 }),
        fc.constantFrom(...timeResolutions),
        fc.integer({ min: 1, max: 20 }),
        (lives, resolution, most) => {
          const entries = recorded(lives)
          for (const point of thinBurnupPoints(computeBurnup(entries, resolution, calendar), most)) {
            const listed = findStepNodes(entries, point).map(({ nodeId, parts }) => `${nodeId}: ${parts.join()}`)
            expect(listed.sort()).toEqual(differing(lives, point).sort())
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})

function differing(histories: readonly (readonly Phase[])[], { startMs, endMs }: BurnupPoint): string[] {
  return histories.flatMap((history, index) => {
    const [before, after] = [headsAt([history], startMs), headsAt([history], endMs)]
    const isReopened = before.resolved > after.resolved && after.created > 0
    const parts = [
      before.created < after.created && 'created',
      before.created > after.created && 'deleted',
      before.resolved < after.resolved && 'resolved',
      isReopened && 'reopened',
    ].filter((part) => part !== false)
    return parts.length > 0 ? [`node ${index}: ${parts.join()}`] : []
  })
}
