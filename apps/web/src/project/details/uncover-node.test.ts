import type { Rect } from '@espalier/layout'
import { describe, expect, it } from 'vitest'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { liftNodesAboveBar, uncoverNode } from './uncover-node.ts'

const ground: Rect = { left: 0, top: 100, width: 1000, height: 700 }
const bar: Rect = { left: 300, top: 600, width: 400, height: 180 }

/** Returns how far the viewport moves up for a node at this position with ideas this far below it. */
function liftFor(seen: { readonly left: number; readonly top: number }, ideasBelow: readonly number[] = []): number {
  const { map } = openTestWorkspace({})
  const size = { width: 200, height: 50 }
  const rects = new Map<string, Rect>([['node', { left: 0, top: 0, ...size }]])
  ideasBelow.forEach((top, at) => rects.set(`idea ${at}`, { left: 0, top, ...size }))
  const placed = { ...map, getRect: (id: string) => rects.get(id), getScreenRect: () => ({ ...seen, ...size }) }
  liftNodesAboveBar(placed, 'node', [...rects.keys()].slice(1), { bar, ground })
  return 0 - map.settledViewport.get().y
}

it.each([
  ['stays when it is above the bar', { left: 400, top: 400 }, [], 0],
  ['stays when it is beside the bar', { left: 50, top: 650 }, [], 0],
  ['moves up when it is under the bar', { left: 400, top: 650 }, [], 116],
  ['moves up with its ideas', { left: 400, top: 400 }, [60, 120, 180], 46],
  ['stays in view itself', { left: 400, top: 400 }, [60, 600], 284],
] as const)('moves a node out from under the bar: it %s', (_, seen, ideas, lift) => {
  expect(liftFor(seen, ideas)).toBe(lift)
})

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
