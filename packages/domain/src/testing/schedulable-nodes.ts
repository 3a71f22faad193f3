import * as fc from 'fast-check'
import { nodeStatuses } from '../node/status.ts'
import type { SchedulableNode } from '../schedule/schedule.ts'
import { hasCycle } from './naive-schedule.ts'

export const aNode = (
  id: string,
  parentIds: readonly string[] = [],
  more: Partial<SchedulableNode> = {},
): SchedulableNode => ({
  id,
  parentIds,
  blockedByIds: [],
  status: 'todo',
  estimate: null,
  isCounted: true,
  ...more,
})

export const mostNodes = 14
const someIndexes = (maxLength: number) => fc.array(fc.nat({ max: mostNodes - 1 }), { maxLength })

const someFields = fc.record({
  status: fc.constantFrom(...nodeStatuses, 'todo' as const),
  isCounted: fc.constantFrom(true, true, true, true, true, false),
  estimate: fc.option(fc.integer({ min: 0, max: 20 }).map((quarters) => quarters / 4)),
})

const toIds = (indexes: readonly number[]): string[] => [...new Set(indexes)].map((index) => `n${index}`)

/** Nodes in a waiting graph without cycles: a blocker or parent that would close one is left out. */
export const someNodes = fc
  .array(fc.tuple(someFields, someIndexes(3), someIndexes(3)), { minLength: 1, maxLength: mostNodes })
  .map((list) => {
    const nodes = list.map(([fields], index) => aNode(`n${index}`, [], fields))
    for (const [index, [, parents, blockers]] of list.entries()) {
      const node = nodes[index] as SchedulableNode
      // Most nodes have one parent, so that branches get deep.
      const parentIds = toIds(parents.slice(index % 4 === 0 ? 0 : -1))
      for (const next of [{ parentIds }, { blockedByIds: toIds(blockers) }]) {
        const before = nodes[index] as SchedulableNode
        nodes[index] = { ...node, ...before, ...next }
        if (hasCycle(nodes)) nodes[index] = before
      }
    }
    return nodes
  })

export const someChange = fc.record({
  index: fc.nat({ max: mostNodes - 1 }),
  fields: someFields,
  parents: fc.option(someIndexes(2)),
  blockers: fc.option(someIndexes(2)),
  isDeleted: fc.integer({ min: 0, max: 9 }).map((value) => value < 2),
  isReadLater: fc.boolean(),
})

type Change = typeof someChange extends fc.Arbitrary<infer Value> ? Value : never

/** Returns the node after a change. What the change does not name stays. */
export function toNode(change: Change, nodes: ReadonlyMap<string, SchedulableNode>): SchedulableNode {
  const id = `n${change.index}`
  const old = nodes.get(id) ?? aNode(id)
  return {
    ...old,
    ...change.fields,
    parentIds: change.parents === null ? old.parentIds : toIds(change.parents),
    blockedByIds: change.blockers === null ? old.blockedByIds : toIds(change.blockers),
  }
}
