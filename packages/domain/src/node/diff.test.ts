import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyDiff, diffNode, invertDiff, invertDiffs, type NodeDiff, toCreationDiff } from './diff.ts'

const aField = fc.constantFrom('title', 'status', 'position', 'parentIds', 'style')
const aValue = fc.oneof(
  fc.constantFrom('a', 'b', null, 0, 1),
  fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
  fc.record({ backgroundColor: fc.constantFrom('#fffabb', '#bbffd8'), processing: fc.boolean() }),
)
const someFields = fc.dictionary(aField, aValue)

const step = (before: string, after: string): NodeDiff => ({
  operation: 'update-node',
  id: 'n',
  before: { title: before },
  after: { title: after },
})

describe('change record', () => {
  it('[diff] contains only the changed fields, a missing value as null', () => {
    expect(diffNode('n', { title: 'a', status: 'todo' }, { title: 'b', status: 'todo', projectLink: 'p' })).toEqual({
      operation: 'update-node',
      id: 'n',
      before: { title: 'a', projectLink: null },
      after: { title: 'b', projectLink: 'p' },
    })
    expect(diffNode('n', { projectLink: 'p' }, { projectLink: undefined })?.after).toEqual({ projectLink: null })
  })

  it('[diff] is null when nothing differs, also in lists and styles', () => {
    const node = { parentIds: ['a', 'b'], style: { backgroundColor: '#fffabb', processing: false }, link: null }
    expect(diffNode('n', node, structuredClone(node))).toBeNull()
    expect(diffNode('n', {}, { link: null })).toBeNull()
    expect(diffNode('n', node, { parentIds: ['b', 'a'] })).not.toBeNull()
    expect(diffNode('n', node, { parentIds: { 0: 'a', 1: 'b' } })).not.toBeNull()
    expect(diffNode('n', node, { style: { backgroundColor: '#fffabb' } })).not.toBeNull()
  })

  it('[diff] does not treat inherited properties as fields', () => {
    expect(diffNode('n', {}, { constructor: 'x' })?.before).toEqual({ constructor: null })
  })

  it('[diff] gives the wanted values when applied and the former ones when inverted', () => {
    fc.assert(
      fc.property(someFields, someFields, (present, wanted) => {
        const diff = diffNode('n', present, wanted)
        const after = diff === null ? present : applyDiff(present, diff)
        for (const [field, value] of Object.entries(wanted)) expect(after[field] ?? null).toEqual(value)
        const back = diff === null ? after : applyDiff(after, invertDiff(diff))
        for (const field of Object.keys(wanted)) expect(back[field] ?? null).toEqual(present[field] ?? null)
        expect(diffNode('n', after, wanted)).toBeNull()
      }),
    )
  })

  it('[undo] inverts a group in reverse order', () => {
    expect(invertDiffs([step('a', 'b'), step('b', 'c')])).toEqual([step('c', 'b'), step('b', 'a')])
  })

  it('[undo] deletes the node of a creation', () => {
    expect(invertDiff(toCreationDiff('n')).after).toEqual({ isDeleted: true })
  })
})
