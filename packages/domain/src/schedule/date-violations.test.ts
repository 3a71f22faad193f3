import { describe, expect, it } from 'vitest'
import { type DatedNode, findDateViolations } from './date-violations.ts'

const aNode = (id: string, more: Partial<DatedNode> = {}): DatedNode => ({
  id,
  parentIds: [],
  blockedByIds: [],
  status: 'todo',
  isCounted: true,
  startDate: null,
  dueDate: null,
  ...more,
})

const permit = aNode('permit', { startDate: '2026-11-02', dueDate: '2026-11-10' })
const dig = aNode('dig', { startDate: '2026-11-09', dueDate: '2026-11-20', blockedByIds: ['permit'] })
const ofPermit = [{ blockerId: 'permit', blockerDue: '2026-11-10' }]

const find = (...nodes: readonly DatedNode[]) => Object.fromEntries(findDateViolations(nodes))

describe('dates that do not fit a blocker', () => {
  it('are those of a node that starts before its blocker is due, and not on the same day', () => {
    expect(find(permit, dig)).toEqual({ dig: ofPermit })
    expect(find(permit, { ...dig, startDate: '2026-11-10' })).toEqual({})
  })

  it('are found with one date only: it is the start and the end', () => {
    expect(find(permit, { ...dig, startDate: null, dueDate: '2026-11-09' })).toEqual({ dig: ofPermit })
    expect(find({ ...permit, dueDate: null }, { ...dig, startDate: '2026-11-01' })).toEqual({
      dig: [{ blockerId: 'permit', blockerDue: '2026-11-02' }],
    })
  })

  it('do not matter once either of them is done, dropped, deleted or without a date', () => {
    expect(find({ ...permit, status: 'done' }, dig)).toEqual({})
    expect(find({ ...permit, isCounted: false }, dig)).toEqual({})
    expect(find(dig)).toEqual({})
    expect(find(permit, { ...dig, status: 'done' })).toEqual({})
    expect(find(permit, { ...dig, startDate: null, dueDate: null })).toEqual({})
    expect(find({ ...permit, startDate: null, dueDate: null }, dig)).toEqual({})
  })

  it('are also those of what is below a blocked node, for the latest blocker above it', () => {
    const sign = aNode('sign', { dueDate: '2026-11-05' })
    const top = aNode('top', { blockedByIds: ['sign', 'permit'] })
    const middle = aNode('middle', { parentIds: ['top'] })
    const leaf = aNode('leaf', { parentIds: ['middle'], startDate: '2026-11-01' })
    expect(find(leaf, middle, top, sign, permit)).toEqual({ leaf: ofPermit })
  })

  it('name an own blocker once that also blocks an ancestor', () => {
    const top = aNode('top', { blockedByIds: ['permit'] })
    expect(find(permit, top, { ...dig, parentIds: ['top'] })).toEqual({ dig: ofPermit })
  })

  it('take the last open date below a blocker that has none itself', () => {
    const blocker = aNode('phase')
    const below = [
      aNode('a', { parentIds: ['phase'], dueDate: '2026-11-12' }),
      aNode('b', { parentIds: ['a'], dueDate: '2026-11-15' }),
      aNode('c', { parentIds: ['phase'], dueDate: '2026-12-24', status: 'done' }),
    ]
    expect(find(blocker, ...below, { ...dig, blockedByIds: ['phase'] })).toEqual({
      dig: [{ blockerId: 'phase', blockerDue: '2026-11-15' }],
    })
  })

  it('are found in a chain of ten thousand nodes, and the search ends in a cycle', () => {
    const chain = Array.from({ length: 10_000 }, (_, at) =>
      aNode(`n${at}`, { parentIds: at === 0 ? ['top'] : [`n${at - 1}`] }),
    )
    const top = aNode('top', { blockedByIds: ['permit'] })
    const leaf = aNode('leaf', { parentIds: ['n9999'], dueDate: '2026-11-01' })
    expect(find(leaf, ...chain, top, permit)).toEqual({ leaf: ofPermit })
    const loop = [aNode('x', { parentIds: ['y'], blockedByIds: ['permit'] }), aNode('y', { parentIds: ['x'] })]
    expect(find({ ...leaf, parentIds: ['x'] }, ...loop, permit)).toEqual({ leaf: ofPermit })
  })
})
