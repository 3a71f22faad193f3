import { describe, expect, it } from 'vitest'
import { buildNodeRecord } from '../testing/node-fixtures.ts'
import { createTransitionLog } from './transition-log.ts'

const pear = { id: 'pear', title: 'Pear', parentIds: ['root'] }
const ledger = () =>
  createTransitionLog([
    { ...pear, transitions: [{ dt: 1, from: 'deleted', to: 'todo' }] },
    { id: 'plum', title: 'Plum', parentIds: [], transitions: [] },
  ])

describe('transition log', () => {
  it('records only real changes', () => {
    const book = ledger()
    expect(book.record('pear', buildNodeRecord(pear), 5)).toBe(false)
    expect(book.record('pear', buildNodeRecord({ ...pear, status: 'done' }), 6)).toBe(true)
    expect(book.record('pear', undefined, 7)).toBe(true)
    expect(book.record('plum', undefined, 7)).toBe(false)
    expect(book.entries).toEqual([
      { nodeId: 'pear', dt: 1, from: 'deleted', to: 'todo' },
      { nodeId: 'pear', dt: 6, from: 'todo', to: 'done' },
      { nodeId: 'pear', dt: 7, from: 'done', to: 'deleted' },
    ])
  })

  it('keeps later nodes, and a deleted one in its last state, in the transition log', () => {
    const book = ledger()
    book.record('fig', buildNodeRecord({ id: 'fig', title: 'Fig', parentIds: ['pear'] }), 5)
    book.record('fig', buildNodeRecord({ id: 'fig', title: 'Figs', parentIds: ['plum'] }), 6)
    book.record('fig', undefined, 7)
    expect(book.nodes.get('fig')).toEqual({ id: 'fig', title: 'Figs', parentIds: ['plum'] })
    expect(book.entries.filter(({ nodeId }) => nodeId === 'fig').map(({ to }) => to)).toEqual(['todo', 'deleted'])
  })

  it('reverts a rejected change, but never a stored one', () => {
    const book = ledger()
    book.record('pear', buildNodeRecord({ ...pear, status: 'done' }), 6)
    expect(book.revert('pear', buildNodeRecord(pear), 7)).toBe(true)
    expect(book.entries).toHaveLength(1)
    expect(book.revert('pear', undefined, 8)).toBe(true)
    expect(book.entries.at(-1)).toEqual({ nodeId: 'pear', dt: 8, from: 'todo', to: 'deleted' })
    expect(book.revert('pear', undefined, 9)).toBe(false)
  })
})
