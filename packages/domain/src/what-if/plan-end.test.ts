import { describe, expect, it } from 'vitest'
import { compareEnds, findLastDate, type PlanEnd } from './plan-end.ts'

const aNode = (dueDate: string | null, more: object = {}) => ({
  status: 'todo' as const,
  isCounted: true,
  startDate: null,
  dueDate,
  ...more,
})
const anEnd = (more: Partial<PlanEnd> = {}): PlanEnd => ({
  middle: null,
  late: null,
  lastDate: null,
  length: null,
  ...more,
})

describe('the end of a plan', () => {
  it('finds the last date of open work that counts', () => {
    expect(findLastDate([])).toBeNull()
    expect(findLastDate([aNode(null), aNode('2026-03-01'), aNode('2026-02-01')])).toBe('2026-03-01')
    expect(findLastDate([aNode(null, { startDate: '2026-04-01' }), aNode('2026-03-01')])).toBe('2026-04-01')
    const closed = [aNode('2026-05-01', { status: 'done' }), aNode('2026-05-01', { isCounted: false })]
    expect(findLastDate([...closed, aNode('2026-03-01')])).toBe('2026-03-01')
  })

  it('compares ends by days, also over a change of the clocks, and by the unit of estimates', () => {
    const now = anEnd({ middle: '2026-03-28', late: '2026-04-02', length: 0.3 })
    const drafted = anEnd({ middle: '2026-03-30', late: '2026-03-28', length: 0.1 })
    expect(compareEnds(now, drafted)).toEqual({ middle: 2, late: -5, lastDate: null, length: -0.2 })
  })

  it('does not compare ends if one of the plans has none', () => {
    expect(compareEnds(anEnd({ lastDate: '2026-03-28' }), anEnd())).toEqual(anEnd())
  })
})
