import { describe, expect, it } from 'vitest'
import { getLayoutDirection } from './geometry.ts'
import { computeAnchors } from './links.ts'

const parent = { left: 0, top: 0, width: 200, height: 50 }
const child = { left: 1_000, top: 2_000, width: 100, height: 40 }

describe('link anchors', () => {
  it.each([
    ['right', { x: 203, y: 25 }, { x: 996, y: 2_020 }],
    ['left', { x: -3, y: 25 }, { x: 1_104, y: 2_020 }],
    ['down', { x: 100, y: 53 }, { x: 1_050, y: 1_996 }],
    ['up', { x: 100, y: -3 }, { x: 1_050, y: 2_044 }],
  ] as const)('starts a link 3 px off its parent and ends it 4 px off its child: %s', (direction, from, to) => {
    expect(computeAnchors(direction, parent, child)).toMatchObject({ from, to })
  })

  it.each([
    ['right', { x: 200, y: 25 }, { x: 1_000, y: 2_020 }],
    ['left', { x: 0, y: 25 }, { x: 1_100, y: 2_020 }],
    ['down', { x: 100, y: 50 }, { x: 1_050, y: 2_000 }],
    ['up', { x: 100, y: 0 }, { x: 1_050, y: 2_040 }],
  ] as const)('meets the middle of the facing edges of both boxes: %s', (direction, start, end) => {
    expect(computeAnchors(direction, parent, child)).toMatchObject({ start, end })
  })
})

describe('layout name', () => {
  it.each([
    ['tree-left', 'left'],
    ['tree-right', 'right'],
    ['tree-down', 'down'],
    ['tree-up', 'up'],
    ['dag-left', 'left'],
    ['dag-up', 'up'],
  ] as const)('%s grows to the %s', (name, direction) => {
    expect(getLayoutDirection(name)).toBe(direction)
  })
})
