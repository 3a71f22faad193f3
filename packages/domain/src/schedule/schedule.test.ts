import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeNaively, hasCycle } from '../testing/naive-schedule.ts'
import { aNode, mostNodes, someChange, someNodes, toNode } from '../testing/schedulable-nodes.ts'
import { type SchedulableNode, Schedule, type ScheduledNode } from './schedule.ts'

const sortBlockers = (node: ScheduledNode) => ({ ...node, openBlockerIds: node.openBlockerIds.toSorted() })
const byId = (one: ScheduledNode, other: ScheduledNode) => (one.id < other.id ? -1 : 1)

function expectNaive(schedule: Schedule, nodes: readonly SchedulableNode[]): void {
  const naive = computeNaively(nodes)
  const all = schedule.getAll()
  expect(all.map(sortBlockers).sort(byId)).toEqual(naive.nodes.map(sortBlockers).sort(byId))
  expect(schedule.getCriticalLength()).toBe(naive.criticalLength)
  for (const node of all) expect(schedule.get(node.id)).toEqual(node)
}

const find = (nodes: readonly SchedulableNode[], id: string) => new Schedule(nodes).get(id)

describe('the state of a node', () => {
  it('is ready if it is not done and nothing holds it up, and waiting while a child is open', () => {
    const schedule = new Schedule([aNode('top'), aNode('child', ['top'])])
    expect([schedule.get('child')?.state, schedule.get('top')?.state]).toEqual(['ready', 'waiting'])
    schedule.update('child', aNode('child', ['top'], { status: 'done' }))
    expect([schedule.get('child')?.state, schedule.get('top')?.state]).toEqual(['done', 'ready'])
  })

  it('is blocked by an open blocker without an estimate, also when a child is open', () => {
    const nodes = [aNode('blocker'), aNode('top', [], { blockedByIds: ['blocker'] }), aNode('child', ['top'])]
    expect(find(nodes, 'top')).toMatchObject({ state: 'blocked', openBlockerIds: ['blocker'], earliestStart: 0 })
  })

  it('is blocked by the blockers of each ancestor, its own first, each named once', () => {
    const nodes = [
      ...['a', 'b', 'c'].map((id) => aNode(id, [], { estimate: 2 })),
      aNode('one goal', [], { blockedByIds: ['a', 'b'] }),
      aNode('other goal', [], { blockedByIds: ['b'] }),
      aNode('both', ['one goal', 'other goal'], { blockedByIds: ['c', 'a'] }),
      aNode('leaf', ['both']),
    ]
    expect(find(nodes, 'leaf')).toMatchObject({ state: 'blocked', openBlockerIds: ['c', 'a', 'b'], earliestStart: 2 })
  })

  it('is blocked by a node that is there only later', () => {
    const schedule = new Schedule([aNode('next', [], { blockedByIds: ['later'] }), aNode('child', ['top'])])
    expect(schedule.getAll().map(({ state }) => state)).toEqual(['ready', 'ready'])
    schedule.update('later', aNode('later', [], { estimate: 3 }))
    schedule.update('top', aNode('top'))
    expect(Object.fromEntries(schedule.getAll().map(({ id, state }) => [id, state]))).toEqual({
      next: 'blocked',
      child: 'ready',
      later: 'ready',
      top: 'waiting',
    })
    expect(schedule.get('next')).toMatchObject({ openBlockerIds: ['later'], earliestStart: 3 })
  })

  it('is that of the last one if a node is given twice', () => {
    const nodes = [aNode('a'), aNode('b', ['a']), aNode('a', [], { status: 'done' })]
    expect(new Schedule(nodes).getAll().map(({ id, state }) => [id, state])).toEqual([
      ['a', 'done'],
      ['b', 'ready'],
    ])
  })

  it('is done when it is done, whatever blocks it', () => {
    expect(find([aNode('a'), aNode('b', [], { status: 'done', blockedByIds: ['a'] })], 'b')?.state).toBe('done')
  })

  it('is not held up by blockers that are done, do not count or do not live', () => {
    const nodes = [
      aNode('done', [], { status: 'done', estimate: 5 }),
      aNode('dropped', [], { isCounted: false, estimate: 5 }),
      aNode('next', [], { blockedByIds: ['done', 'dropped', 'deleted'] }),
    ]
    expect(find(nodes, 'next')).toMatchObject({ state: 'ready', openBlockerIds: [], earliestStart: 0 })
  })
})

describe('the schedule', () => {
  it('takes the own estimate of a parent as work after its children', () => {
    const nodes = [
      aNode('top', [], { estimate: 1 }),
      aNode('long', ['top'], { estimate: 5 }),
      aNode('short', ['top'], { estimate: 2 }),
    ]
    expect(new Schedule(nodes).getCriticalLength()).toBe(6)
    expect(find(nodes, 'top')).toMatchObject({ earliestStart: 5, slack: 0, isCritical: true })
    expect(find(nodes, 'long')).toMatchObject({ earliestStart: 0, slack: 0, isCritical: true })
    expect(find(nodes, 'short')).toMatchObject({ earliestStart: 0, slack: 3, isCritical: false })
  })

  it('gives nodes that are done or do not count no slack, and ends chains at them', () => {
    const nodes = [
      aNode('first', [], { estimate: 7 }),
      aNode('done', [], { status: 'done', estimate: 3, blockedByIds: ['first'] }),
      aNode('last', [], { estimate: 2, blockedByIds: ['done'] }),
      aNode('dropped', [], { isCounted: false, estimate: 9 }),
    ]
    const schedule = new Schedule(nodes)
    expect(schedule.getCriticalLength()).toBe(7)
    expect(schedule.get('last')).toMatchObject({ state: 'ready', earliestStart: 0, slack: 5 })
    for (const id of ['done', 'dropped']) expect(schedule.get(id)).toMatchObject({ slack: 0, isCritical: false })
  })

  it('lets what is below a done node wait for the blockers of that node', () => {
    const nodes = [
      aNode('blocker', [], { estimate: 4 }),
      aNode('top', [], { status: 'done', blockedByIds: ['blocker'] }),
      aNode('child', ['top'], { estimate: 1 }),
    ]
    expect(find(nodes, 'child')).toMatchObject({ state: 'blocked', earliestStart: 4, isCritical: true })
  })

  it('adds tenths without rounding errors', () => {
    const nodes = [
      aNode('a', [], { estimate: 0.1 }),
      aNode('b', [], { estimate: 0.2, blockedByIds: ['a'] }),
      aNode('c', [], { blockedByIds: ['b'] }),
    ]
    expect(find(nodes, 'c')).toMatchObject({ earliestStart: 0.3, slack: 0, isCritical: true })
  })

  it('is empty for a project without nodes, and knows no unknown node', () => {
    const schedule = new Schedule([])
    expect([schedule.getAll(), schedule.getCriticalLength(), schedule.get('a')]).toEqual([[], 0, undefined])
    schedule.update('a', undefined)
    expect(schedule.getAll()).toEqual([])
  })

  it('ends also while changes that arrived in part make a cycle, and is right afterwards', () => {
    const [a, b] = [aNode('a', ['b'], { estimate: 1 }), aNode('b', ['a'], { estimate: 2 })]
    const schedule = new Schedule([a, b])
    expect(schedule.getAll()).toHaveLength(2)
    schedule.update('b', { ...b, estimate: 3 })
    expect(schedule.getAll()).toHaveLength(2)
    schedule.update('a', aNode('a', [], { estimate: 1 }))
    expectNaive(schedule, [aNode('a', [], { estimate: 1 }), { ...b, estimate: 3 }])
  })

  it('stands a chain of ten thousand nodes', () => {
    const nodes = Array.from({ length: 10_000 }, (_, index) =>
      aNode(`n${index}`, index === 0 ? [] : [`n${index - 1}`], { estimate: 1 }),
    )
    const schedule = new Schedule(nodes)
    schedule.update('gate', aNode('gate', [], { estimate: 5 }))
    schedule.update('n0', aNode('n0', [], { estimate: 1, blockedByIds: ['gate'] }))
    expect(schedule.getCriticalLength()).toBe(10_005)
    expect(schedule.getAll().at(-2)).toMatchObject({ id: 'n9999', openBlockerIds: ['gate'], earliestStart: 5 })
  })

  it('agrees with a naive computation after each of many changes', () => {
    fc.assert(
      fc.property(someNodes, fc.array(someChange, { maxLength: 10 }), (first, changes) => {
        const nodes = new Map(first.map((node) => [node.id, node]))
        const schedule = new Schedule(nodes.values())
        expectNaive(schedule, [...nodes.values()])
        for (const change of changes) {
          const node = change.isDeleted ? undefined : toNode(change, nodes)
          const next = new Map(nodes)
          if (node === undefined) next.delete(`n${change.index}`)
          else next.set(node.id, node)
          if (hasCycle([...next.values()])) continue
          if (node === undefined) nodes.delete(`n${change.index}`)
          else nodes.set(node.id, node)
          schedule.update(`n${change.index}`, node)
          // Some changes arrive together, before the schedule is read again.
          if (!change.isReadLater) expectNaive(schedule, [...nodes.values()])
        }
        expectNaive(schedule, [...nodes.values()])
      }),
      { numRuns: 300 },
    )
  })

  it('lets a node slip by its slack and no further before the end moves', () => {
    fc.assert(
      fc.property(someNodes, fc.nat({ max: mostNodes }), (nodes, pick) => {
        const node = nodes[pick % nodes.length] as SchedulableNode
        fc.pre(node.status !== 'done' && node.isCounted)
        const schedule = new Schedule(nodes)
        const end = schedule.getCriticalLength()
        const slack = schedule.get(node.id)?.slack ?? 0
        const slip = (by: number) => {
          schedule.update(node.id, { ...node, estimate: (node.estimate ?? 0) + by })
          return schedule.getCriticalLength() - end
        }
        expect([slip(slack), slip(slack + 0.25)]).toEqual([0, 0.25])
      }),
      { numRuns: 300 },
    )
  })
})
