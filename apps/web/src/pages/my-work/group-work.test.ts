import { describe, expect, it } from 'vitest'
import type { WorkItem } from '../../api/my-work.ts'
import { formatDueDate, getDueGroup, groupWork } from './group-work.ts'

const createItem = (id: string, dueDate: string | null, project = 'garden'): WorkItem => ({
  id,
  title: id,
  status: 'todo',
  stageId: null,
  dueDate,
  priority: 'none',
  project: { id: project, title: project.toUpperCase() },
  goals: [],
  isReady: true,
})

describe('groups of the page "My work"', () => {
  // 17 November 2026 is a Tuesday.
  it.each([
    ['2026-11-16', 'overdue'],
    ['2026-11-17', 'today'],
    ['2026-11-18', 'week'],
    ['2026-11-22', 'week'],
    ['2026-11-23', 'later'],
    [null, 'undated'],
  ])('on a Tuesday, puts the due date %s into the group "%s"', (dueDate, expected) => {
    expect(getDueGroup(dueDate, '2026-11-17')).toBe(expected)
  })

  it('on a Sunday, the week has no days left', () => {
    expect(getDueGroup('2026-11-23', '2026-11-22')).toBe('later')
  })

  it('on the last day that there is, the week still ends', () => {
    expect(getDueGroup('9999-12-31', '9999-12-30')).toBe('later')
  })

  const items = [
    createItem('a', '2026-11-16'),
    createItem('b', '2026-11-17', 'orchard'),
    createItem('c', '2026-11-17'),
    createItem('d', null),
  ]
  const summarize = (grouping: 'date' | 'project') =>
    groupWork(items, grouping, '2026-11-17').map((group) => [group.id, group.items.map(({ id }) => id).join('')])

  it('keep the order of the list and leave out empty groups', () => {
    expect(summarize('date')).toEqual([
      ['overdue', 'a'],
      ['today', 'bc'],
      ['undated', 'd'],
    ])
  })

  it('are projects in the order of their first items if asked for', () => {
    expect(summarize('project')).toEqual([
      ['garden', 'acd'],
      ['orchard', 'b'],
    ])
  })
})

it('names the days around today in words and shows the year only of another year', () => {
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-12-24', '2027-01-02']
  expect(dates.map((date) => formatDueDate(date, '2026-11-17'))).toEqual([
    'yesterday',
    'today',
    'tomorrow',
    'Thu, Dec 24',
    'Jan 2, 2027',
  ])
})
