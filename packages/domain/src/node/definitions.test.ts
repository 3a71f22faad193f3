import { describe, expect, it } from 'vitest'
import { applyListChanges } from './definitions.ts'

const list = 'abcde'.split('').map((id) => ({ id, name: id.toUpperCase() }))
const listIds = (entries: readonly { readonly id: string }[]): string => entries.map(({ id }) => id).join('')

describe('changes of a list', () => {
  it('replaces an entry in its place, adds new ones at the end and removes the named ones', () => {
    const put = [
      { id: 'x', name: 'X' },
      { id: 'b', name: 'Bee' },
    ]
    const next = applyListChanges(list, { put, remove: ['d', 'unknown'] })
    expect(listIds(next)).toBe('abcex')
    expect(next[1]?.name).toBe('Bee')
  })

  it('does not bring back an entry that is removed and put at once', () => {
    expect(listIds(applyListChanges(list, { put: [{ id: 'b', name: 'B' }], remove: ['b'] }))).toBe('acde')
  })

  it.each([
    [['c', 'a', 'b', 'd', 'e'], 'cabde'],
    [['e', 'b'], 'aecdb'],
    [['b', 'unknown', 'a', 'b'], 'bacde'],
    [[], 'abcde'],
  ])('orders %j and leaves what somebody else has added', (order, expected) => {
    expect(listIds(applyListChanges(list, { order }))).toBe(expected)
  })

  it('orders entries that are added in the same change', () => {
    expect(listIds(applyListChanges(list, { put: [{ id: 'x', name: 'X' }], order: ['x', 'e'] }))).toBe('abcdxe')
  })
})
