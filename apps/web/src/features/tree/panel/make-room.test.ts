import { describe, expect, it } from 'vitest'
import { memoryBench } from '../testing/memory-bench.ts'
import { uncoverNode } from './make-room.ts'

/** The map in memory draws every node at 10, 20, as large as 200 by 50. */
const movedBy = (panel: { left: number; top: number; width: number; height: number }) => {
  const { map } = memoryBench({ Root: {} })
  uncoverNode(map, 'Root', panel)
  return map.settledViewport.get()
}

describe('a panel that would cover its node', () => {
  it('beside the canvas moves it aside', () => {
    expect(movedBy({ left: 150, top: 0, width: 300, height: 800 })).toEqual({ x: -76, y: 0, zoom: 1 })
  })

  it('below the canvas moves it up', () => {
    expect(movedBy({ left: 0, top: 40, width: 390, height: 400 })).toEqual({ x: 0, y: -46, zoom: 1 })
  })

  it('moves nothing where it does not', () => {
    expect(movedBy({ left: 210, top: 0, width: 300, height: 800 })).toEqual({ x: 0, y: 0, zoom: 1 })
  })
})
