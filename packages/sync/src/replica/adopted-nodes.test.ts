import { getChildIds } from '@espalier/domain'
import { expect, it } from 'vitest'
import { toRequests } from './operations.ts'
import { createReplica } from './replica.ts'
import { aRecord, projectId } from '../testing/model-server.ts'

function open() {
  let made = 0
  const replica = createReplica({ projectId, seq: 0, nodes: [aRecord('root')], newId: () => `n${(made += 1)}` })
  const nodes = [
    aRecord('a', ['root'], { version: 1 }),
    aRecord('b', ['a'], { version: 1 }),
    aRecord('c', ['a', 'b'], { version: 1 }),
  ]
  replica.receive({ seq: 1, isOwn: true, nodes })
  replica.edits.adopt(['a', 'b', 'c'], 'import 1')
  const shown = () => [...replica.nodes()].map(({ id }) => id)
  return { replica, shown }
}

it('undoes and redoes the nodes of an imported file in one step each', () => {
  const { replica, shown } = open()
  expect(replica.canUndo).toBe(true)
  expect(replica.edits.undo().ok).toBe(true)
  expect([shown(), replica.canUndo]).toEqual([['root'], false])
  expect(replica.unsent().map(({ request }) => request)).toEqual([
    { kind: 'update-many', ids: ['c', 'b', 'a'], change: { isDeleted: true } },
  ])
  expect(replica.edits.redo().ok).toBe(true)
  expect(shown()).toEqual(['root', 'a', 'b', 'c'])
  expect(getChildIds(replica.graph, 'a')).toEqual(['b', 'c'])
})

it('restores edits of imported nodes together with the nodes', () => {
  const { replica } = open()
  replica.edits.change('b', { title: 'Roses' })
  replica.edits.undo()
  replica.edits.undo()
  replica.edits.redo()
  replica.edits.redo()
  expect(replica.node('b')?.title).toBe('Roses')
})

it('splits very many changes into requests within the limit', () => {
  const diffs = Array.from({ length: 45_000 }, (_, at) => ({
    operation: 'update-node' as const,
    id: `n${at}`,
    before: { isDeleted: false },
    after: { isDeleted: true },
  }))
  const requests = toRequests(diffs)
  expect(requests.map((request) => (request.kind === 'update-many' ? request.ids.length : 0))).toEqual([
    20_000, 20_000, 5_000,
  ])
})
