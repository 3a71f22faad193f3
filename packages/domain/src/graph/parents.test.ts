import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accept, refuse } from '../core/result.ts'
import { nodeLinksId } from '../node/node.ts'
import { chooseParents, replaceParent } from './parents.ts'

const present = ['a', 'b']

describe('parents requested by an update', () => {
  it.each([
    ['no request', {}, ['a', 'b']],
    ['parentIds alone: the first becomes the primary', { parentIds: ['c', 'a'] }, ['c', 'a']],
    ['parentId alone: replaces the primary, the others stay', { parentId: 'c' }, ['c', 'b']],
    ['parentId alone, the current one', { parentId: 'a' }, ['a', 'b']],
    ['parentId null: a root', { parentId: null }, []],
    ['parentIds empty: a root', { parentIds: [] }, []],
    ['parentIds null: a root', { parentIds: null }, []],
    ['both: parentId moves to the front', { parentId: 'd', parentIds: ['c', 'd', 'e'] }, ['d', 'c', 'e']],
    ['both: a parentId that is not listed comes first', { parentId: 'd', parentIds: ['c'] }, ['d', 'c']],
    ['both, parentId null: the list counts', { parentId: null, parentIds: ['c'] }, ['c']],
    ['both as a root has them', { parentId: null, parentIds: [] }, []],
    ['node_links is stripped from the list', { parentIds: [nodeLinksId, 'c'] }, ['c']],
    ['node_links as the parent is no parent', { parentId: nodeLinksId }, []],
    ['node_links beside a list', { parentId: nodeLinksId, parentIds: [nodeLinksId] }, []],
  ])('[parents] handles %s', (_what, choice, expected) => {
    expect(chooseParents(present, choice)).toEqual(accept(expected))
  })

  it.each([
    ['in the list', { parentIds: ['c', 'c'] }],
    ['in the list, one of them moved to the front', { parentId: 'c', parentIds: ['c', 'c'] }],
    ['among the remaining ones', { parentId: 'b' }],
  ])('[parents] refuses a duplicate parent: %s', (_what, choice) => {
    expect(chooseParents(present, choice)).toEqual(refuse('duplicate-parent'))
  })

  it('[parents] accepts only lists without duplicates or the virtual parent, with parentId first', () => {
    const anId = fc.constantFrom('a', 'b', 'c', 'd', nodeLinksId)
    const choice = fc.record({ parentId: fc.option(anId), parentIds: fc.option(fc.array(anId)) }, { requiredKeys: [] })
    fc.assert(
      fc.property(choice, (asked) => {
        const chosen = chooseParents(present, asked)
        if (!chosen.ok) return
        expect(new Set(chosen.value).size).toBe(chosen.value.length)
        expect(chosen.value).not.toContain(nodeLinksId)
        if (asked.parentId != null && asked.parentId !== nodeLinksId) expect(chosen.value[0]).toBe(asked.parentId)
      }),
    )
  })

  it('[parents] replaces one parent by others at its position without duplicates', () => {
    expect(replaceParent(['a', 'x', 'b'], 'x', ['c', 'd'])).toEqual(['a', 'c', 'd', 'b'])
    expect(replaceParent(['x', 'b'], 'x', ['b'])).toEqual(['b'])
    expect(replaceParent(['x'], 'x', [])).toEqual([])
  })
})
