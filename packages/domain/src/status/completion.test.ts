import { describe, expect, it } from 'vitest'
import { completionLabels, getCompletionStatus, countStatuses, percentDone } from './completion.ts'
import { nodeStatuses } from './node-status.ts'

describe('completion of a project', () => {
  it.each([
    [[], 'todo', 0],
    [['todo', 'todo'], 'todo', 0],
    [['done'], 'done', 100],
    [['done', 'done'], 'done', 100],
    [['todo', 'done'], 'progress', 50],
    [['todo', 'progress'], 'progress', 0],
    [['progress'], 'progress', 0],
    [['done', 'todo', 'todo'], 'progress', 33],
    [['done', 'done', 'todo'], 'progress', 67],
  ] as const)('[completion] of %j is %s, %d%%', (statuses, completion, percent) => {
    const counts = countStatuses(statuses.map((status) => ({ status, isDeleted: false })))
    expect(getCompletionStatus(counts)).toBe(completion)
    expect(percentDone(counts)).toBe(percent)
  })

  it('[completion] deleted nodes do not count, a missing status is todo', () => {
    const nodes = [
      { status: 'done', isDeleted: false },
      { status: 'todo', isDeleted: true },
    ] as const
    expect(getCompletionStatus(countStatuses(nodes))).toBe('done')
    expect(countStatuses([{ isDeleted: false }])).toEqual({ todo: 1, progress: 0, done: 0 })
  })

  it('[completion] reads Unstarted, In Progress, Completed in the list', () => {
    expect(nodeStatuses.map((status) => completionLabels[status])).toEqual(['Unstarted', 'In Progress', 'Completed'])
  })
})
