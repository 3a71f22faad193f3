import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findWaits, hasCycle } from '../testing/naive-schedule.ts'
import { aNode, someChange, someNodes, toNode } from '../testing/schedulable-nodes.ts'
import { type SchedulableNode, Schedule } from '../schedule/schedule.ts'
import { findWaitingCycle, type WaitingGraph } from './find-waiting-cycle.ts'

const blockedBy = (...blockedByIds: string[]) => ({ blockedByIds })

const findCycle = (nodes: readonly SchedulableNode[], ...changed: SchedulableNode[]) =>
  findWaitingCycle(new Schedule(nodes), changed)

describe('a cycle of waiting', () => {
  const tree = [aNode('top'), aNode('child', ['top']), aNode('leaf', ['child']), aNode('other')]

  it('is closed by a node that blocks itself', () => {
    expect(findCycle(tree, aNode('other', [], blockedBy('other')))).toEqual(['other'])
  })

  it('is closed by a blocker that is above or below the node', () => {
    expect(findCycle(tree, aNode('leaf', ['child'], blockedBy('top')))).not.toBeNull()
    expect(findCycle(tree, aNode('top', [], blockedBy('leaf')))).not.toBeNull()
  })

  it('is closed by a blocker that waits for the node by way of an ancestor', () => {
    const nodes = [...tree.slice(1), aNode('top', [], blockedBy('other'))]
    expect(findCycle(nodes, aNode('other', [], blockedBy('leaf')))).toEqual(['leaf', 'other'])
  })

  it('is closed by a move below a node that is blocked by what the moved one holds', () => {
    const nodes = [...tree, aNode('goal', [], blockedBy('leaf'))]
    expect(findCycle(nodes, aNode('child', ['goal']))).not.toBeNull()
    expect(findCycle(nodes, aNode('child', ['top', 'goal']))).not.toBeNull()
    expect(findCycle(nodes, aNode('other', ['goal']))).toBeNull()
  })

  it('is closed by a move below a descendant', () => {
    expect(findCycle(tree, aNode('top', ['leaf']))).not.toBeNull()
  })

  it('is not closed by a move that also leaves the blocked branch', () => {
    const nodes = [aNode('goal', [], blockedBy('other')), aNode('other'), aNode('step', ['goal'])]
    expect(findCycle(nodes, aNode('step', ['other']))).toBeNull()
    expect(findCycle(nodes, aNode('step', ['goal', 'other']))).not.toBeNull()
  })

  it('is closed by an undeleted node that others named as their blocker in the meantime', () => {
    const nodes = [aNode('a', [], blockedBy('gone')), aNode('b', [], blockedBy('a'))]
    expect(findCycle(nodes, aNode('gone', [], blockedBy('b')))).not.toBeNull()
    expect(findCycle(nodes, aNode('gone'))).toBeNull()
  })

  it('is closed by two undeleted nodes together', () => {
    const [one, two] = [aNode('one', ['a']), aNode('two', ['one'], blockedBy('b'))]
    const nodes = [aNode('a'), aNode('b', [], blockedBy('a'))]
    expect(findCycle(nodes, one)).toBeNull()
    expect(findCycle(nodes, one, two)).not.toBeNull()
  })

  it('is not seen in a blocker that is there already, in one that does not live, nor in a second way to a node', () => {
    const nodes = [...tree, aNode('last', [], blockedBy('top'))]
    expect(findCycle(nodes, aNode('last', [], blockedBy('top', 'leaf', 'deleted')))).toBeNull()
    expect(findCycle(nodes, aNode('last', ['other'], blockedBy('top')))).toBeNull()
  })

  it('is looked for from the changed link only', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => aNode(`n${index}`, ['top']))
    const schedule = new Schedule([...tree, ...many])
    let reads = 0
    const counted: WaitingGraph = {
      getNode: (id) => ((reads += 1), schedule.getNode(id)),
      getChildIds: (id) => ((reads += 1), schedule.getChildIds(id)),
      getBlockedIds: (id) => ((reads += 1), schedule.getBlockedIds(id)),
    }
    expect(findWaitingCycle(counted, [aNode('n7', ['top'], blockedBy('n8'))])).toBeNull()
    expect(findWaitingCycle(counted, [aNode('other', ['top'])])).toBeNull()
    expect(reads).toBeLessThan(100)
  })

  it('is found exactly where a search of the whole graph finds one, and is one', () => {
    fc.assert(
      fc.property(
        someNodes,
        fc.uniqueArray(someChange, { minLength: 1, maxLength: 4, selector: ({ index }) => index }),
        (first, changes) => {
          const nodes = new Map(first.map((node) => [node.id, node]))
          // A node that a change names as deleted is deleted at first, and undeleted by the change.
          const living = first.filter(
            ({ id }) => !changes.some(({ index, isDeleted }) => isDeleted && `n${index}` === id),
          )
          const changed = changes.map((change) => toNode(change, nodes))
          const cycle = findWaitingCycle(new Schedule(living), changed)
          const after = [...new Map([...living, ...changed].map((node) => [node.id, node])).values()]
          expect(cycle !== null).toBe(hasCycle(after))
          const waits = findWaits(after)
          for (const [index, id] of (cycle ?? []).entries()) {
            expect(waits.get(id)).toContain(cycle?.[(index + 1) % cycle.length])
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
