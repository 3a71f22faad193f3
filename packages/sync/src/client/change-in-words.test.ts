import type { NodeRequest } from '../replica/operations.ts'
import { aRecord } from '../testing/model-server.ts'
import { expect, it } from 'vitest'
import { describeChange } from './change-in-words.ts'

const nodes = new Map([['a', aRecord('a', [], { title: '<p>Pears &amp; plums</p>' })]])
const contents = { title: 'Figs', body: '', status: 'todo', backgroundColor: '#fffabb' } as const

it.each<[string, NodeRequest]>([
  ['Add “Figs”', { kind: 'create', id: 'b', place: {}, contents }],
  ['Rename to “Quinces”', { kind: 'update', id: 'a', change: { title: 'Quinces' } }],
  ['Describe “Pears & plums”', { kind: 'update', id: 'a', change: { body: 'Sweet' } }],
  ['Move “Pears & plums”', { kind: 'update', id: 'a', change: { parentIds: ['b'], position: 5 } }],
  ['Move a deleted node', { kind: 'update', id: 'gone', change: { position: 5 } }],
  ['Bring back 2 nodes', { kind: 'update-many', ids: ['a', 'b'], change: { isDeleted: false } }],
  ['Change the status of 2 nodes', { kind: 'update-many', ids: ['a', 'b'], change: { status: 'done' } }],
  ['Delete “Pears & plums”', { kind: 'delete-branch', id: 'a' }],
])('describes a change as %s', (words, request) => {
  expect(describeChange(request, (id) => nodes.get(id))).toBe(words)
})
