import { getChildIds } from '@espalier/domain'
import { expect, it } from 'vitest'
import { openTestProject } from '../testing/test-project.ts'
import { sketched } from '../testing/planted-nodes.ts'
import { sortInTreeOrder } from './tree-order.ts'

it('sorts some nodes in the order of the whole tree', () => {
  const board = openTestProject(sketched({ root: { b: { y: {}, x: {} }, a: { z: {} } }, other: {} }))
  const parentOf = (id: string) => board.node(id)?.parentIds[0] ?? null
  const placeOf = (id: string) => board.node(id) ?? { id, position: 0 }
  expect(getChildIds(board.graph, 'root')).toEqual(['b', 'a'])
  expect(sortInTreeOrder(['z', 'other', 'x', 'y'], parentOf, placeOf)).toEqual(['y', 'x', 'z', 'other'])
  expect(sortInTreeOrder([], parentOf, placeOf)).toEqual([])
})
