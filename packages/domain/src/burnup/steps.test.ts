import { describe, expect, it } from 'vitest'
import { collectBranchIds, type NodeTransition, findStepNodes } from './steps.ts'

const entry = (dt: number, nodeId: string, from: NodeTransition['from'], to: NodeTransition['to']): NodeTransition => ({
  dt,
  nodeId,
  from,
  to,
})

describe('the nodes behind a step', () => {
  const entries = [
    entry(1, 'a', 'deleted', 'todo'),
    entry(12, 'a', 'todo', 'done'),
    entry(10, 'b', 'deleted', 'done'),
    entry(5, 'c', 'deleted', 'done'),
    entry(15, 'c', 'done', 'progress'),
    entry(6, 'd', 'deleted', 'done'),
    entry(16, 'd', 'done', 'deleted'),
    entry(11, 'e', 'deleted', 'todo'),
    entry(13, 'e', 'todo', 'deleted'),
    entry(20, 'f', 'deleted', 'todo'),
  ]

  it('[burn-up] are told with what they did, from the first moment of the period and before its end', () => {
    expect(findStepNodes(entries, { startMs: 10, endMs: 20 })).toEqual([
      { nodeId: 'b', parts: ['created', 'resolved'] },
      { nodeId: 'a', parts: ['resolved'] },
      { nodeId: 'c', parts: ['reopened'] },
      { nodeId: 'd', parts: ['deleted'] },
    ])
    expect(findStepNodes(entries, { startMs: 30, endMs: 40 })).toEqual([])
  })
})

describe('a lineage', () => {
  it('[burn-up] is a node with all below it, over every parent, each once', () => {
    const nodes = [
      { id: 'root', parentIds: [] },
      { id: 'left', parentIds: ['root'] },
      { id: 'right', parentIds: ['root'] },
      { id: 'both', parentIds: ['left', 'right'] },
      { id: 'leaf', parentIds: ['both'] },
    ]
    expect([...collectBranchIds(nodes, 'left')]).toEqual(['left', 'both', 'leaf'])
    expect([...collectBranchIds(nodes, 'nowhere')]).toEqual(['nowhere'])
  })

  it('[burn-up] ends where parents lead in a circle', () => {
    const circle = [
      { id: 'one', parentIds: ['two'] },
      { id: 'two', parentIds: ['one'] },
    ]
    expect([...collectBranchIds(circle, 'one')]).toEqual(['one', 'two'])
  })
})
