import { describe, expect, it } from 'vitest'
import type { ListedNode } from '../../data/nodes/index.ts'
import { rowsOf } from './tree-rows.ts'

const node = (id: string, parentIds: readonly string[] = [], position = 0): ListedNode => ({
  id,
  parentIds,
  position,
  title: `<p>${id.toUpperCase()}</p>`,
  body: '',
  status: 'todo',
  projectLink: null,
  style: { backgroundColor: '#fffabb' },
})

const drawn = (nodes: readonly ListedNode[]) => rowsOf(nodes).map(({ node, level }) => `${level}${node.id}`)

describe('the rows of a tree', () => {
  it('are children below their parent, by position, equal ones by id', () => {
    const nodes = [node('d', ['a'], 1), node('b', ['a'], 2), node('c', ['a'], 1), node('e', ['c']), node('a')]
    expect(drawn(nodes)).toEqual(['1a', '2c', '3e', '2d', '2b'])
  })

  it('have several roots in order', () => {
    expect(drawn([node('b', [], 2), node('a', [], 3), node('c', ['b'])])).toEqual(['1b', '2c', '1a'])
  })

  it('show a node with several parents once, under the first, and tell the others by their plain titles', () => {
    const rows = rowsOf([node('a'), node('b', [], 1), node('c', [], 2), node('d', ['b', 'a', 'c'])])
    expect(rows.map((row) => row.node.id)).toEqual(['a', 'b', 'd', 'c'])
    expect(rows.map((row) => row.alsoUnder)).toEqual([[], [], ['A', 'C'], []])
  })

  it('go by the first parent that is there', () => {
    const rows = rowsOf([node('a'), node('b', ['gone', 'a']), node('c', ['gone'], 1)])
    expect(rows.map(({ node: { id }, level }) => `${level}${id}`)).toEqual(['1a', '2b', '1c'])
    expect(rows[1]?.alsoUnder).toEqual([])
  })

  it('lose nothing, not even a circle that cannot be', () => {
    expect(drawn([node('a'), node('b', ['c']), node('c', ['b'])])).toEqual(['1a', '1b', '2c'])
  })

  it('stand a chain of a hundred thousand', () => {
    const chain = Array.from({ length: 100_000 }, (_, n) => node(`n${n}`, n === 0 ? [] : [`n${n - 1}`]))
    expect(rowsOf(chain).at(-1)?.level).toBe(100_000)
  })
})
