import { limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { nodesFromOutline } from '../../testing/node-fixtures.ts'
import { openTestProject } from '../../testing/test-project.ts'
import { BranchColors, getNodeRank } from './branch-colors.ts'

const [, green, blue] = limits.nodePalette
const garden = { root: { a: { a1: { deep: {} } }, b: {}, c: {}, d: {}, e: {}, f: {}, g: {} } }

function openColors() {
  const client = openTestProject(nodesFromOutline(garden))
  const colors = new BranchColors(client)
  client.listen(() => colors.clear())
  return {
    client,
    readColor: (id: string) => colors.getStyle(id).color,
    readDepth: (id: string) => colors.getStyle(id).depth,
  }
}

describe('colors of branches', () => {
  it('gives each child of a root a hue, in order, and begins again after the last', () => {
    const { readColor } = openColors()
    expect(['root', 'a', 'b', 'f', 'g'].map(readColor)).toEqual(['none', 'hue0', 'hue1', 'hue5', 'hue0'])
  })

  it('passes the hue on to all descendants', () => {
    const { readColor, readDepth } = openColors()
    expect(['deep', 'a1', 'a'].map(readColor)).toEqual(['hue0', 'hue0', 'hue0'])
    expect(['root', 'a', 'a1', 'deep'].map(readDepth)).toEqual([0, 1, 2, 3])
  })

  it('colors a branch as chosen, down to a node with another choice', () => {
    const { client, readColor } = openColors()
    expect(readColor('deep')).toBe('hue0')
    client.edits.change('a', { backgroundColor: green })
    expect(['a', 'a1', 'deep'].map(readColor)).toEqual(['green', 'green', 'green'])
    client.edits.change('deep', { backgroundColor: blue })
    expect(['a1', 'deep'].map(readColor)).toEqual(['green', 'blue'])
  })

  it('has a neutral color for an unknown node', () => {
    expect(openColors().readColor('weeds')).toBe('none')
  })

  it('ends for nodes that are below each other', () => {
    const records = openTestProject(nodesFromOutline({ a: { b: {} } }))
    const loop = new Map(
      [...records.nodes()].map((node) => [node.id, { ...node, parentIds: [node.id === 'a' ? 'b' : 'a'] }]),
    )
    const colors = new BranchColors({ graph: records.graph, node: (id) => loop.get(id) })
    expect(colors.getStyle('a').depth).toBeGreaterThan(0)
  })
})

it('ranks a node without parents as root, one with children as branch and others as leaves', () => {
  const client = openTestProject(nodesFromOutline(garden))
  const ranks = ['root', 'a', 'b'].map((id) => getNodeRank(client.graph, client.node(id) ?? { id, parentIds: [] }))
  expect(ranks).toEqual(['root', 'branch', 'leaf'])
})
