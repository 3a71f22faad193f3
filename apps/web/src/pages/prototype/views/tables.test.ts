import { describe, expect, it } from 'vitest'
import { samplePlan } from '../../../api/plan.ts'
import { listTasks } from '../drawing/plan-tree.ts'
import { parsePlan } from '../testing/parse-plan.ts'
import { buildDayGrid } from './DayGrid.tsx'
import { buildRoadmap, findBarEnd } from './Roadmap.tsx'

describe('roadmap', () => {
  it('gives each branch of a roadmap a lane whose parts share the year by their leaves', () => {
    const [wall, trees] = buildRoadmap(
      parsePlan(
        'garden',
        'wall < garden',
        'trees < garden',
        'pears < trees',
        'figs < trees',
        'one < figs',
        'two < figs',
      ),
    )
    expect(wall?.rows).toEqual([[{ node: wall?.node, month: 0, months: 12 }]])
    expect(trees?.rows[0]?.map(({ node, month, months }) => [node.id, month, months])).toEqual([
      ['pears', 0, 4],
      ['figs', 4, 8],
    ])
  })

  it('never overlaps bars or exceeds the year', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      for (const { rows } of buildRoadmap(samplePlan({ nodes: 300, seed }))) {
        for (const row of rows) {
          for (const [at, bar] of row.entries()) expect(bar.month).toBeGreaterThanOrEqual(findBarEnd(row[at - 1]))
          expect(findBarEnd(row.at(-1))).toBeLessThanOrEqual(12)
        }
      }
    }
  })

  it('gives a roadmap one lane for a single node and one for each of several roots', () => {
    expect(buildRoadmap(parsePlan('alone'))).toHaveLength(1)
    expect(buildRoadmap(parsePlan('a', 'b', 'c'))).toHaveLength(3)
  })
})

describe('tasks', () => {
  it('lists the leaves with their ancestors: in progress first, done last', () => {
    const tasks = listTasks(parsePlan('garden', 'a < garden (done)', 'b < garden', 'c < garden (progress)', 'd < b'))
    expect(tasks.map(({ node, under }) => [node.id, ...under])).toEqual([
      ['c', 'garden'],
      ['d', 'garden', 'b'],
      ['a', 'garden'],
    ])
  })
})

describe('day grid', () => {
  const plan = parsePlan('garden', 'a < garden', 'b < garden', 'c < garden (done)', 'd < garden')

  it('gives every open task a working day from today on', () => {
    const friday = new Date(2026, 9, 23, 23, 30)
    const grid = buildDayGrid(plan, friday, 2)
    expect(grid[0]?.[0]?.date).toEqual(new Date(2026, 9, 19))
    expect(grid.map((week) => week.map(({ node }) => node?.id ?? '.').join(''))).toEqual(['....a..', 'bd.....'])
  })

  it('gives every week of the day grid seven days across a clock change', () => {
    const days = buildDayGrid(plan, new Date(2026, 2, 23), 3).flat()
    expect(new Set(days.map(({ date }) => date.toDateString())).size).toBe(21)
    expect(days[20]?.date).toEqual(new Date(2026, 3, 12))
  })

  it('begins the day grid on the Monday before a Sunday', () => {
    expect(buildDayGrid(plan, new Date(2026, 9, 25), 1)[0]?.[0]?.date).toEqual(new Date(2026, 9, 19))
  })
})
