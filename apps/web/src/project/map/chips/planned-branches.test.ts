import type { NodeRecord } from '@espalier/sync'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildNodeRecord } from '../../testing/node-fixtures.ts'
import { PlannedBranches } from './planned-branches.ts'

const uncounted = new Set(['dropped'])
const mostNodes = 10

/** Nodes that can be changed, as a project has them. */
function openNodes(first: readonly NodeRecord[]) {
  const records = new Map(first.map((record) => [record.id, record]))
  return { records, node: (id: string) => records.get(id), nodes: () => records.values() }
}

const someFields = fc.record({
  estimate: fc.constantFrom(null, 0, 3),
  dueDate: fc.constantFrom(null, null, '2026-12-01'),
  stageId: fc.constantFrom(null, null, 'dropped'),
})
/** Parents have smaller numbers than their children, so that no cycle arises. */
const someParents = fc.array(fc.nat({ max: mostNodes - 1 }), { maxLength: 2 })
const toRecord = (index: number, parents: readonly number[], fields: Partial<NodeRecord>): NodeRecord =>
  buildNodeRecord({
    id: `n${index}`,
    parentIds: index === 0 ? [] : [...new Set(parents.map((parent) => `n${parent % index}`))],
    ...fields,
  })

const ids = Array.from({ length: mostNodes }, (_, index) => `n${index}`)

describe('branches with something to roll up', () => {
  it('are all nodes above an estimate or a date that counts', () => {
    const nodes = openNodes([
      toRecord(0, [], {}),
      toRecord(1, [0], {}),
      toRecord(2, [1], { estimate: 2 }),
      toRecord(3, [0], {}),
      toRecord(4, [3], { dueDate: '2026-12-01', stageId: 'dropped' }),
    ])
    const branches = new PlannedBranches(nodes, uncounted)
    expect(ids.filter((id) => branches.has(id))).toEqual(['n0', 'n1'])
    expect(branches.recount(new Set())).toEqual(['n3'])
  })

  it('are not looked for again at the first change of a plan without estimates and dates', () => {
    const nodes = openNodes([toRecord(0, [], {}), toRecord(1, [0], {})])
    let passes = 0
    const branches = new PlannedBranches({ ...nodes, nodes: () => ((passes += 1), nodes.nodes()) }, uncounted)
    nodes.records.set('n2', toRecord(2, [1], {}))
    expect(branches.update(['n2'], true)).toEqual([])
    nodes.records.set('n2', toRecord(2, [1], { estimate: 1 }))
    expect(branches.update(['n2'], false)).toEqual(['n1', 'n0'])
    expect(passes).toBe(1)
  })

  it('agree with a new count after each of many changes, and name those that changed', () => {
    const someChange = fc.record({
      index: fc.nat({ max: mostNodes - 1 }),
      fields: someFields,
      parents: fc.option(someParents),
      isDeleted: fc.integer({ min: 0, max: 9 }).map((value) => value < 2),
    })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(someParents, someFields), { minLength: 1, maxLength: mostNodes }),
        fc.array(someChange, { maxLength: 12 }),
        fc.boolean(),
        (first, changes, isPrepared) => {
          const nodes = openNodes(first.map(([parents, fields], index) => toRecord(index, parents, fields)))
          const branches = new PlannedBranches(nodes, uncounted)
          if (isPrepared) branches.prepare()
          for (const { index, fields, parents, isDeleted } of changes) {
            const id = `n${index}`
            const before = ids.filter((one) => branches.has(one))
            const known = nodes.records.get(id)
            const isStructural = isDeleted || parents !== null || known === undefined
            if (isDeleted) nodes.records.delete(id)
            else
              nodes.records.set(
                id,
                parents === null && known !== undefined
                  ? { ...known, ...fields }
                  : toRecord(index, parents ?? [], fields),
              )
            const changed = branches.update([id], isStructural)
            const fresh = new PlannedBranches(nodes, uncounted)
            const after = ids.filter((one) => fresh.has(one))
            expect(ids.filter((one) => branches.has(one))).toEqual(after)
            const different = ids.filter((one) => before.includes(one) !== after.includes(one))
            expect(changed.toSorted()).toEqual(different)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('read each node once to be drawn, and walk only the way up for a change after they are prepared', () => {
    const nodes = openNodes([toRecord(0, [], {}), toRecord(1, [0], {}), toRecord(2, [1], { estimate: 2 })])
    let walks = 0
    const client = { node: nodes.node, nodes: () => ((walks += 1), nodes.nodes()) }
    const branches = new PlannedBranches(client, uncounted)
    expect([walks, branches.has('n1')]).toEqual([1, true])
    branches.prepare()
    walks = 0
    nodes.records.set('n1', toRecord(1, [0], { estimate: 1 }))
    expect(branches.update(['n1'], false)).toEqual([])
    expect(walks).toBe(0)
  })
})
