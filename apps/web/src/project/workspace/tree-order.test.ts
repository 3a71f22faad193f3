import { getChildIds } from '@espalier/domain'
import { expect, it } from 'vitest'
import { openTestProject } from '../testing/test-project.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { sortInTreeOrder } from './tree-order.ts'

it('sorts some nodes in the order of the whole tree', () => {
  const client = openTestProject(nodesFromOutline({ root: { b: { y: {}, x: {} }, a: { z: {} } }, other: {} }))
  const findParentId = (id: string) => client.node(id)?.parentIds[0] ?? null
  const getNode = (id: string) => client.node(id) ?? { id, position: 0 }
  expect(getChildIds(client.graph, 'root')).toEqual(['b', 'a'])
  expect(sortInTreeOrder(['z', 'other', 'x', 'y'], findParentId, getNode)).toEqual(['y', 'x', 'z', 'other'])
  expect(sortInTreeOrder([], findParentId, getNode)).toEqual([])
})
