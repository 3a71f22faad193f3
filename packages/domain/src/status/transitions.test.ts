import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeStatuses } from './node-status.ts'
import { isUnbroken, type Standing, stateOf, type Transition, transitionOf } from './transitions.ts'

const aStanding: fc.Arbitrary<Standing> = fc.record({
  status: fc.constantFrom(...nodeStatuses),
  isDeleted: fc.boolean(),
})

describe('transitions', () => {
  const todo = { status: 'todo', isDeleted: false } as const

  it('[transitions] the first entry comes from deleted', () => {
    expect(transitionOf(null, { ...todo, status: 'progress' }, 5)).toEqual({ dt: 5, from: 'deleted', to: 'progress' })
  })

  it('[transitions] undelete leads from deleted to its status, delete to deleted', () => {
    const done = { status: 'done', isDeleted: false } as const
    expect(transitionOf({ ...done, isDeleted: true }, done, 1)).toEqual({ dt: 1, from: 'deleted', to: 'done' })
    expect(transitionOf(done, { ...done, isDeleted: true }, 1)).toEqual({ dt: 1, from: 'done', to: 'deleted' })
  })

  it('[transitions] a status changed while deleted is no entry, and neither is one that stays', () => {
    expect(transitionOf({ ...todo, isDeleted: true }, { status: 'done', isDeleted: true }, 1)).toBeNull()
    expect(transitionOf(todo, todo, 1)).toBeNull()
  })

  it('[transitions] any life of a node leaves an unbroken chain that ends in its state', () => {
    fc.assert(
      fc.property(fc.array(aStanding, { minLength: 1, maxLength: 30 }), (life) => {
        const entries: Transition[] = []
        let before: Standing | null = null
        for (const [dt, standing] of life.entries()) {
          const entry = transitionOf(before, standing, dt)
          if (entry !== null) entries.push(entry)
          before = standing
        }
        expect(isUnbroken(entries)).toBe(true)
        expect(entries.at(-1)?.to ?? 'deleted').toBe(stateOf(before))
      }),
    )
  })

  it('[transitions] a chain with a gap, or that stands still, is broken', () => {
    expect(isUnbroken([{ dt: 1, from: 'todo', to: 'done' }])).toBe(false)
    expect(isUnbroken([{ dt: 1, from: 'deleted', to: 'deleted' }])).toBe(false)
  })
})
