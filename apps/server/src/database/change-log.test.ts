import { expect, it } from 'vitest'
import { summarizeChange } from './change-log.ts'
import type { NodePatch } from './nodes.ts'

const patch = (id: string, fields: Partial<NodePatch>): NodePatch => ({ id, version: 2, ...fields })

it('lists the first nodes and counts all, ignoring nodes that were only repositioned', () => {
  const nodes = [
    patch('a', { isDeleted: true, transitions: [] }),
    patch('b', { isDeleted: true }),
    patch('c', { parentIds: ['r'] }),
    patch('room', { position: 4 }),
  ]
  const former = {
    nodes: [
      { id: 'a', isDeleted: false },
      { id: 'b', isDeleted: false },
      { id: 'c', parentIds: ['a'] },
    ],
  }
  expect(summarizeChange({ nodes }, former, 2)).toEqual({
    created: 0,
    deleted: 2,
    changed: 3,
    nodes: [
      { id: 'a', before: { isDeleted: false }, after: { isDeleted: true } },
      { id: 'b', before: { isDeleted: false }, after: { isDeleted: true } },
    ],
  })
  expect(summarizeChange({ nodes }, former, 20).nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

it('records only that long texts changed and stores titles as plain text', () => {
  const style = { backgroundColor: '#bbffd8', processing: true }
  const after = patch('a', { title: `<strong>${'x'.repeat(200)}</strong>`, body: 'y'.repeat(1_000_000), style })
  const summary = summarizeChange({ nodes: [after] }, { nodes: [{ id: 'a', title: 'Pear', body: '', style }] }, 20)
  expect(summary.nodes[0]?.before).toEqual({ title: 'Pear', body: true, style: { backgroundColor: '#bbffd8' } })
  expect(summary.nodes[0]?.after['title']).toBe(`${'x'.repeat(97)}...`)
  expect(JSON.stringify(summary).length).toBeLessThan(500)
})

it('records people only by their number', () => {
  const summary = summarizeChange(
    { project: { users: { ada: 'editor' }, json: [1] } },
    { project: { users: {}, json: null } },
    20,
  )
  expect(summary.project).toEqual({ before: { people: 0, json: true }, after: { people: 1, json: true } })
})

it('summarizes a change without former values, and a new node', () => {
  const made = patch('n', { projectId: 'p', title: 'New', parentIds: ['r'], status: 'todo' })
  expect(summarizeChange({ nodes: [patch('a', { title: 'Quince' }), made] }, null, 20)).toMatchObject({
    created: 1,
    changed: 1,
    nodes: [
      { id: 'a', before: {}, after: { title: 'Quince' } },
      { id: 'n', before: null, after: { parentIds: ['r'] } },
    ],
  })
})
