import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NodeStatus } from '../node/status.ts'
import { BranchProgress } from './branch-progress.ts'

const node = (id: string, parentId: string | null, status: NodeStatus = 'todo') => ({
  id,
  parentIds: parentId === null ? [] : [parentId],
  status,
})

const garden = [
  node('root', null),
  node('beds', 'root', 'done'),
  node('roses', 'beds', 'done'),
  node('tulips', 'beds'),
  node('paths', 'root', 'done'),
]

describe('progress of branches', () => {
  it('counts the leaves of each branch and ignores the status of branches themselves', () => {
    const progress = new BranchProgress(garden)
    expect(progress.getCounts('root')).toEqual({ leaves: 3, done: 2 })
    expect(progress.getCounts('beds')).toEqual({ leaves: 2, done: 1 })
  })

  it('has no counts for leaves and unknown nodes', () => {
    const progress = new BranchProgress(garden)
    expect(progress.getCounts('roses')).toBeNull()
    expect(progress.getCounts('weeds')).toBeNull()
  })

  it('gives the same counts whether parents or children arrive first', () => {
    const progress = new BranchProgress(garden.toReversed())
    expect(progress.getCounts('root')).toEqual({ leaves: 3, done: 2 })
  })

  it('counts a branch as a leaf again when its last child is deleted', () => {
    const progress = new BranchProgress(garden)
    progress.update('roses', undefined)
    progress.update('tulips', undefined)
    expect(progress.getCounts('beds')).toBeNull()
    expect(progress.getCounts('root')).toEqual({ leaves: 2, done: 2 })
  })

  it('counts a node with several parents for the first one only', () => {
    const progress = new BranchProgress([
      node('root', null),
      node('a', 'root'),
      node('b', 'root'),
      { id: 'x', parentIds: ['a', 'b'], status: 'done' },
    ])
    expect(progress.getCounts('a')).toEqual({ leaves: 1, done: 1 })
    expect(progress.getCounts('b')).toBeNull()
    expect(progress.getCounts('root')).toEqual({ leaves: 2, done: 1 })
  })

  it('survives two nodes that are below each other until the rest of a move arrives', () => {
    const progress = new BranchProgress([node('root', null), node('a', 'root'), node('b', 'a', 'done')])
    progress.update('a', node('a', 'b'))
    progress.update('b', node('b', 'root', 'done'))
    progress.update('a', node('a', 'b'))
    expect(progress.getCounts('root')).toEqual({ leaves: 1, done: 0 })
  })

  it('has the counts of a new start after any sequence of changes', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    // A parent comes before its children in the list of ids, so that there are no cycles.
    const change = fc.record({
      at: fc.nat(ids.length - 1),
      parent: fc.nat(ids.length),
      status: fc.constantFrom<NodeStatus>('todo', 'progress', 'done'),
      isDeleted: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const progress = new BranchProgress()
        const current = new Map<string, ReturnType<typeof node>>()
        for (const { at, parent, status, isDeleted } of changes) {
          const id = ids[at] ?? ''
          const changed = isDeleted ? undefined : node(id, parent < at ? (ids[parent] ?? null) : null, status)
          progress.update(id, changed)
          if (changed === undefined) current.delete(id)
          else current.set(id, changed)
        }
        const fresh = new BranchProgress(current.values())
        for (const id of ids) expect(progress.getCounts(id)).toEqual(fresh.getCounts(id))
      }),
    )
  })
})
