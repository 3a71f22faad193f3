import { describe, expect, it } from 'vitest'
import { plantedNode } from '../testing/planted.ts'
import { createLedger } from './ledger.ts'

const pear = { id: 'pear', title: 'Pear', parentIds: ['root'] }
const ledger = () =>
  createLedger([
    { ...pear, transitions: [{ dt: 1, from: 'deleted', to: 'todo' }] },
    { id: 'plum', title: 'Plum', parentIds: [], transitions: [] },
  ])

describe('a ledger', () => {
  it('adds what is news, and nothing else', () => {
    const book = ledger()
    expect(book.note('pear', plantedNode(pear), 5)).toBe(false)
    expect(book.note('pear', plantedNode({ ...pear, status: 'done' }), 6)).toBe(true)
    expect(book.note('pear', undefined, 7)).toBe(true)
    expect(book.note('plum', undefined, 7)).toBe(false)
    expect(book.entries).toEqual([
      { nodeId: 'pear', dt: 1, from: 'deleted', to: 'todo' },
      { nodeId: 'pear', dt: 6, from: 'todo', to: 'done' },
      { nodeId: 'pear', dt: 7, from: 'done', to: 'deleted' },
    ])
  })

  it('knows nodes that came later, and a deleted one as it was last', () => {
    const book = ledger()
    book.note('fig', plantedNode({ id: 'fig', title: 'Fig', parentIds: ['pear'] }), 5)
    book.note('fig', plantedNode({ id: 'fig', title: 'Figs', parentIds: ['plum'] }), 6)
    book.note('fig', undefined, 7)
    expect(book.nodes.get('fig')).toEqual({ id: 'fig', title: 'Figs', parentIds: ['plum'] })
    expect(book.entries.filter(({ nodeId }) => nodeId === 'fig').map(({ to }) => to)).toEqual(['todo', 'deleted'])
  })

  it('takes back what the server did not do, and never what it stored', () => {
    const book = ledger()
    book.note('pear', plantedNode({ ...pear, status: 'done' }), 6)
    expect(book.takeBack('pear', plantedNode(pear), 7)).toBe(true)
    expect(book.entries).toHaveLength(1)
    expect(book.takeBack('pear', undefined, 8)).toBe(true)
    expect(book.entries.at(-1)).toEqual({ nodeId: 'pear', dt: 8, from: 'todo', to: 'deleted' })
    expect(book.takeBack('pear', undefined, 9)).toBe(false)
  })
})
