import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aNode, projectId, toStoredNodes } from '../testing/graphs.ts'
import { applyCommand, newWorld, someCommands } from '../testing/random-commands.ts'
import { findInvariantBreaches, type StoredNode } from './invariants.ts'

const row = (id: string, parentIds: readonly string[] = [], more: Partial<StoredNode> = {}): StoredNode => ({
  ...aNode(id, parentIds),
  parentId: parentIds[0] ?? null,
  ...more,
})

const rulesBroken = (nodes: readonly StoredNode[], replayed?: readonly StoredNode[]): string[] =>
  findInvariantBreaches({ projectId, nodes, ...(replayed === undefined ? {} : { replayed }) }).map(
    ({ rule, nodeId }) => `${rule} ${nodeId ?? ''}`,
  )

const sound = [row('a'), row('b', ['a'], { position: 1 }), row('c', ['a', 'b'], { position: 2 }), row('-', ['c'])]

describe('invariant checker', { timeout: 60_000 }, () => {
  it('[checker] finds nothing in sound nodes, nor in none', () => {
    expect(rulesBroken(sound)).toEqual([])
    expect(rulesBroken([])).toEqual([])
    expect(rulesBroken(sound, sound.toReversed())).toEqual([])
  })

  it.each<[string, StoredNode[], string[]]>([
    ['a cycle', [row('a', ['b'], { position: 1 }), row('b', ['a'])], ['cycle ']],
    ['a node below itself', [row('a', ['a'])], ['cycle ']],
    ['a parent that does not exist', [row('a', ['x'])], ['parent-missing a']],
    ['a deleted parent', [row('a', [], { isDeleted: true }), row('b', ['a'])], ['parent-deleted b']],
    [
      'a parent of another project',
      [row('a', [], { projectId: 'other' }), row('b', ['a'])],
      ['node-elsewhere a', 'parent-elsewhere b'],
    ],
    ['a primary parent that is not the first', [row('a'), row('b', ['a'], { parentId: null })], ['primary-parent b']],
    ['a duplicate parent', [row('a'), row('b', ['a', 'a'])], ['duplicate-parent b']],
    ['a position out of range', [row('a', [], { position: 10_001 })], ['position-out-of-range a']],
    ['a position that is not a number', [row('a', [], { position: Number.NaN })], ['position-out-of-range a']],
    ['two roots at one position', [row('a'), row('b')], ['position-taken b']],
    ['two siblings at one position', [row('r'), row('a', ['r']), row('b', ['r'])], ['position-taken b']],
  ])('[checker] finds %s', (_what, nodes, expected) => {
    expect(rulesBroken(nodes)).toEqual(expected)
  })

  it('[checker] allows a deleted node below a deleted parent without a position', () => {
    const gone = { isDeleted: true }
    expect(rulesBroken([row('r'), row('a', ['r'], gone), row('b', ['a'], gone), row('c', ['r'])])).toEqual([])
  })

  it('[checker] finds a chain of more than 1000', () => {
    const chain = Array.from({ length: 1_001 }, (_, at) => row(`n${at}`, at === 0 ? [] : [`n${at - 1}`]))
    expect(rulesBroken(chain)).toEqual(['too-deep n1000'])
    expect(rulesBroken(chain.slice(0, 1_000))).toEqual([])
  })

  it('[checker] requires the replayed log to equal the table exactly', () => {
    expect(rulesBroken(sound, sound.slice(1))).toEqual(['log-differs a'])
    expect(rulesBroken(sound.slice(1, 1), sound.slice(0, 1))).toEqual(['log-differs a'])
    const moved = sound.map((node) => (node.id === 'b' ? { ...node, position: 9 } : node))
    expect(rulesBroken(sound, moved)).toEqual(['log-differs b'])
    const titled = sound.map((node) => (node.id === 'b' ? { ...node, title: 'x' } : node))
    expect(rulesBroken(sound, titled)).toEqual(['log-differs b'])
    expect(rulesBroken(titled, sound)).toEqual(['log-differs b'])
  })

  it('[checker] detects any single corrupted row of a sound project', () => {
    const spoilings: readonly ((node: StoredNode) => StoredNode)[] = [
      (node) => ({ ...node, parentIds: [...node.parentIds, node.id] }),
      (node) => ({ ...node, parentIds: [...node.parentIds, 'nobody'] }),
      (node) => ({ ...node, parentId: 'nobody' }),
      (node) => ({ ...node, position: -1 }),
      (node) => ({ ...node, projectId: 'other' }),
    ]
    fc.assert(
      fc.property(someCommands(20), fc.nat(), fc.constantFrom(...spoilings), (commands, pick, spoil) => {
        const world = newWorld()
        for (const command of commands) applyCommand(world, command)
        const rows = toStoredNodes(world.graph)
        const at = pick % rows.length
        expect(rulesBroken(rows)).toEqual([])
        expect(rulesBroken(rows.map((node, index) => (index === at ? spoil(node) : node)))).not.toEqual([])
      }),
      { numRuns: 80 },
    )
  })
})
