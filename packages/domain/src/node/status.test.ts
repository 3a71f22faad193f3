import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statusMarkPaths, statusMarkSize } from './status-marks.ts'
import {
  areTransitionsContinuous,
  completionLabels,
  createTransition,
  getCompletionStatus,
  isNodeStatus,
  nextStatus,
  nodeStatuses,
  percentDone,
  statusOrTodo,
  toTransitionState,
  type Transition,
  type TransitionSubject,
} from './status.ts'

describe('project completion', () => {
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
  ] as const)('[completion] computes %j as %s, %d%%', (statuses, completion, percent) => {
    const counts = { todo: 0, progress: 0, done: 0 }
    for (const status of statuses) counts[status] += 1
    expect(getCompletionStatus(counts)).toBe(completion)
    expect(percentDone(counts.done, statuses.length)).toBe(percent)
  })

  it('[completion] shows Unstarted, In Progress, Completed in the list', () => {
    expect(nodeStatuses.map((status) => completionLabels[status])).toEqual(['Unstarted', 'In Progress', 'Completed'])
  })
})

describe('node status', () => {
  it('[status] cycles todo, progress, done, todo on click', () => {
    expect(nodeStatuses.map(nextStatus)).toEqual(['progress', 'done', 'todo'])
  })

  it('[status] treats a missing status as todo', () => {
    expect(statusOrTodo(null)).toBe('todo')
    expect(statusOrTodo(undefined)).toBe('todo')
    expect(statusOrTodo('done')).toBe('done')
  })

  it('[status] accepts only the three statuses', () => {
    expect(isNodeStatus('progress')).toBe(true)
    expect(isNodeStatus('deleted')).toBe(false)
    expect(isNodeStatus(null)).toBe(false)
  })
})

const aStanding: fc.Arbitrary<TransitionSubject> = fc.record({
  status: fc.constantFrom(...nodeStatuses),
  isDeleted: fc.boolean(),
})

describe('transitions', () => {
  const todo = { status: 'todo', isDeleted: false } as const

  it('[transitions] starts the first entry at deleted', () => {
    expect(createTransition(null, { ...todo, status: 'progress' }, 5)).toEqual({
      dt: 5,
      from: 'deleted',
      to: 'progress',
    })
  })

  it('[transitions] leads from deleted to the status on undelete, and to deleted on delete', () => {
    const done = { status: 'done', isDeleted: false } as const
    expect(createTransition({ ...done, isDeleted: true }, done, 1)).toEqual({ dt: 1, from: 'deleted', to: 'done' })
    expect(createTransition(done, { ...done, isDeleted: true }, 1)).toEqual({ dt: 1, from: 'done', to: 'deleted' })
  })

  it('[transitions] records no entry for a status changed while deleted or not changed', () => {
    expect(createTransition({ ...todo, isDeleted: true }, { status: 'done', isDeleted: true }, 1)).toBeNull()
    expect(createTransition(todo, todo, 1)).toBeNull()
  })

  it('[transitions] leaves an unbroken chain that ends in the current state', () => {
    fc.assert(
      fc.property(fc.array(aStanding, { minLength: 1, maxLength: 30 }), (life) => {
        const entries: Transition[] = []
        let before: TransitionSubject | null = null
        for (const [dt, standing] of life.entries()) {
          const entry = createTransition(before, standing, dt)
          if (entry !== null) entries.push(entry)
          before = standing
        }
        expect(areTransitionsContinuous(entries)).toBe(true)
        expect(entries.at(-1)?.to ?? 'deleted').toBe(toTransitionState(before))
      }),
    )
  })

  it('[transitions] detects a chain with a gap or without a change', () => {
    expect(areTransitionsContinuous([{ dt: 1, from: 'todo', to: 'done' }])).toBe(false)
    expect(areTransitionsContinuous([{ dt: 1, from: 'deleted', to: 'deleted' }])).toBe(false)
  })
})

it.each(nodeStatuses)(
  'draws the mark of %s inside its square, with commands that every picture format has',
  (status) => {
    const path = statusMarkPaths[status]
    expect(path).toMatch(/^(?:M[\d. ]+(?:[LC][\d. ]+)+Z)+$/)
    const coordinates = (path.match(/[\d.]+/g) ?? []).map(Number)
    expect([Math.min(...coordinates), Math.max(...coordinates)]).toEqual([0, statusMarkSize])
  },
)

it('draws a different mark for each status', () => {
  expect(new Set(Object.values(statusMarkPaths)).size).toBe(nodeStatuses.length)
})
