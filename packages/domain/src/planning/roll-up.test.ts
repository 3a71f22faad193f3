import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeStatuses } from '../node/status.ts'
import { type RollUp, type RollUpNode, RollUps } from './roll-up.ts'

const settings = { today: '2026-11-17', uncountedStageIds: new Set(['dropped']) }

const aNode = (id: string, parentIds: readonly string[] = [], more: Partial<RollUpNode> = {}): RollUpNode => ({
  id,
  parentIds,
  status: 'todo',
  stageId: null,
  estimate: null,
  startDate: null,
  dueDate: null,
  ...more,
})

/** Collects what is below by walking through it for each node. */
function findBelow(nodes: readonly RollUpNode[], id: string): RollUpNode[] {
  const found = new Set<RollUpNode>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const node of nodes) {
      if (!node.parentIds.includes(at) || found.has(node)) continue
      found.add(node)
      open.push(node.id)
    }
  }
  return [...found]
}

const isCounted = ({ stageId }: RollUpNode): boolean => stageId !== 'dropped'

const add = (list: readonly RollUpNode[]) => list.reduce((sum, { estimate }) => sum + (estimate ?? 0) * 4, 0) / 4

function rollUpNaively(parts: readonly RollUpNode[], top: RollUpNode | null): RollUp {
  const counted = parts.filter(isCounted)
  const done = counted.filter(({ status }) => status === 'done')
  const byCount = counted.length === 0 ? null : done.length / counted.length
  const starts = counted.flatMap(({ startDate }) => startDate ?? []).sort()
  const latestDue =
    counted
      .flatMap(({ dueDate }) => dueDate ?? [])
      .sort()
      .at(-1) ?? null
  return {
    nodes: counted.length,
    done: done.length,
    estimate: add(counted),
    doneEstimate: add(done),
    doneShare: add(counted) === 0 ? byCount : add(done) / add(counted),
    earliestStart: starts[0] ?? null,
    latestDue,
    overdue: counted.filter(({ dueDate, status }) => status !== 'done' && dueDate !== null && dueDate < settings.today)
      .length,
    isDueTooEarly:
      top !== null && isCounted(top) && top.dueDate !== null && latestDue !== null && top.dueDate < latestDue,
  }
}

function expectNaive(rollUps: RollUps, nodes: readonly RollUpNode[]): void {
  for (const node of nodes) {
    const isLeaf = !nodes.some(({ parentIds }) => parentIds.includes(node.id))
    expect(rollUps.getBelow(node.id)).toEqual(isLeaf ? null : rollUpNaively(findBelow(nodes, node.id), node))
  }
  expect(rollUps.getWhole()).toEqual(rollUpNaively(nodes, null))
}

const someDate = fc.option(fc.constantFrom('2026-01-31', '2026-11-16', '2026-11-17', '2026-11-18', '2027-02-01'))
const someFields = fc.record({
  status: fc.constantFrom(...nodeStatuses),
  stageId: fc.constantFrom(null, null, 'begun', 'dropped'),
  estimate: fc.option(fc.integer({ min: 0, max: 40 }).map((quarters) => quarters / 4)),
  startDate: someDate,
  dueDate: someDate,
})
const mostNodes = 14
/** Parents have smaller numbers than their children, so that no cycle arises. */
const someParents = fc.array(fc.nat({ max: mostNodes - 1 }), { maxLength: 3 })
const toParentIds = (index: number, parents: readonly number[]): string[] =>
  index === 0 ? [] : [...new Set(parents.map((parent) => `n${parent % index}`))]

const someChange = fc.record({
  index: fc.nat({ max: mostNodes - 1 }),
  fields: someFields,
  parents: fc.option(someParents),
  isDeleted: fc.integer({ min: 0, max: 9 }).map((value) => value < 2),
})

describe('roll-ups', () => {
  it('count a node that serves two goals once in each of them and once above both', () => {
    const rollUps = new RollUps(
      [aNode('top'), aNode('a', ['top']), aNode('b', ['top']), aNode('both', ['a', 'b'], { estimate: 3 })],
      settings,
    )
    expect(['a', 'b', 'top'].map((id) => rollUps.getBelow(id)?.estimate)).toEqual([3, 3, 3])
    expect(rollUps.getWhole().estimate).toBe(3)
  })

  it('share done work by estimate, and by count where nothing is estimated', () => {
    const children = [aNode('a', ['top'], { status: 'done' }), aNode('b', ['top']), aNode('c', ['top'])]
    expect(new RollUps([aNode('top'), ...children], settings).getBelow('top')?.doneShare).toBeCloseTo(1 / 3)
    const estimated = [aNode('d', ['top'], { status: 'done', estimate: 9 }), aNode('e', ['top'], { estimate: 1 })]
    expect(new RollUps([aNode('top'), ...children, ...estimated], settings).getBelow('top')?.doneShare).toBe(0.9)
  })

  it('add tenths without rounding errors, however often they change', () => {
    const rollUps = new RollUps([aNode('top'), aNode('a', ['top'], { estimate: 0.1 })], settings)
    for (let times = 0; times < 1_000; times += 1) {
      rollUps.getBelow('top')
      rollUps.update('b', aNode('b', ['top'], { estimate: times % 2 === 0 ? 0.2 : 0.7 }))
    }
    rollUps.update('b', aNode('b', ['top'], { estimate: 0.2 }))
    expect(rollUps.getBelow('top')?.estimate).toBe(0.3)
  })

  it('end also while a move that arrived in part makes a cycle', () => {
    const rollUps = new RollUps([aNode('a', ['b']), aNode('b', ['a']), aNode('c', ['b'], { estimate: 1 })], settings)
    expect(rollUps.getBelow('b')?.estimate).toBe(1)
    rollUps.update('c', aNode('c', ['b'], { estimate: 2 }))
    rollUps.update('a', aNode('a'))
    expect(rollUps.getBelow('a')?.estimate).toBe(2)
  })

  it('agree with a walk of every branch after each of many changes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someFields, someParents), { minLength: 1, maxLength: mostNodes }),
        fc.array(someChange, { maxLength: 12 }),
        (first, changes) => {
          const nodes = new Map(
            first.map(([fields, parents], index) => {
              const node = aNode(`n${index}`, toParentIds(index, parents), fields)
              return [node.id, node]
            }),
          )
          const rollUps = new RollUps(nodes.values(), settings)
          expectNaive(rollUps, [...nodes.values()])
          for (const { index, fields, parents, isDeleted } of changes) {
            const id = `n${index}`
            const parentIds = parents === null ? (nodes.get(id)?.parentIds ?? []) : toParentIds(index, parents)
            const node = isDeleted ? undefined : aNode(id, parentIds, fields)
            if (node === undefined) nodes.delete(id)
            else nodes.set(id, node)
            rollUps.update(id, node)
            expectNaive(rollUps, [...nodes.values()])
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
