import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { uncoverNode } from './uncover-node.ts'

/** The fake map draws every node at 10, 20 with 200 by 50 pixels. */
const movedBy = (panel: { left: number; top: number; width: number; height: number }) => {
  const { map } = openTestWorkspace({ Root: {} })
  uncoverNode(map, 'Root', panel)
  return map.settledViewport.get()
}

describe('panel that would cover its node', () => {
  it('moves the viewport aside for a panel beside the canvas', () => {
    expect(movedBy({ left: 150, top: 0, width: 300, height: 800 })).toEqual({ x: -76, y: 0, zoom: 1 })
  })

  it('moves the viewport up for a panel below the canvas', () => {
    expect(movedBy({ left: 0, top: 40, width: 390, height: 400 })).toEqual({ x: 0, y: -46, zoom: 1 })
  })

  it('does not move the viewport when the panel covers nothing', () => {
    expect(movedBy({ left: 210, top: 0, width: 300, height: 800 })).toEqual({ x: 0, y: 0, zoom: 1 })
  })
})
