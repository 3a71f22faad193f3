import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeStatuses } from './node-status.ts'
import { areTransitionsContinuous, type TransitionSubject, toTransitionState, type Transition, createTransition } from './transitions.ts'

const aStanding: fc.Arbitrary<TransitionSubject> = fc.record({
  status: fc.constantFrom(...nodeStatuses),
  isDeleted: fc.boolean(),
})

describe('transitions', () => {
  const todo = { status: 'todo', isDeleted: false } as const

  it('[transitions] the first entry comes from deleted', () => {
    expect(createTransition(null, { ...todo, status: 'progress' }, 5)).toEqual({ dt: 5, from: 'deleted', to: 'progress' })
  })

  it('[transitions] undelete leads from deleted to its status, delete to deleted', () => {
    const done = { status: 'done', isDeleted: false } as const
    expect(createTransition({ ...done, isDeleted: true }, done, 1)).toEqual({ dt: 1, from: 'deleted', to: 'done' })
    expect(createTransition(done, { ...done, isDeleted: true }, 1)).toEqual({ dt: 1, from: 'done', to: 'deleted' })
  })

  it('[transitions] a status changed while deleted is no entry, and neither is one that stays', () => {
    expect(createTransition({ ...todo, isDeleted: true }, { status: 'done', isDeleted: true }, 1)).toBeNull()
    expect(createTransition(todo, todo, 1)).toBeNull()
  })

  it('[transitions] any life of a node leaves an unbroken chain that ends in its state', () => {
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

  it('[transitions] a chain with a gap, or that stands still, is broken', () => {
    expect(areTransitionsContinuous([{ dt: 1, from: 'todo', to: 'done' }])).toBe(false)
    expect(areTransitionsContinuous([{ dt: 1, from: 'deleted', to: 'deleted' }])).toBe(false)
  })
})
