import { describe, expect, it } from 'vitest'
import { dayMs, formatQuantity, isUuid, pluralize } from './units.ts'

describe('units', () => {
  it('puts a noun into the form that goes with its number', () => {
    expect([0, 1, 2].map((count) => formatQuantity(count, 'node'))).toEqual(['0 nodes', '1 node', '2 nodes'])
    expect(formatQuantity(2, 'person', 'people')).toBe('2 people')
    expect(pluralize(1, 'person', 'people')).toBe('person')
  })

  it('counts a day as 24 hours', () => {
    expect(dayMs).toBe(86_400_000)
  })

  it('takes a UUID in either case, and nothing that only contains one', () => {
    expect(isUuid('6F9619FF-8b86-d011-b42d-00c04fc964ff')).toBe(true)
    expect(isUuid(' 6f9619ff-8b86-d011-b42d-00c04fc964ff')).toBe(false)
    expect(isUuid('6f9619ff-8b86-d011-b42d-00c04fc964f')).toBe(false)
  })
})
