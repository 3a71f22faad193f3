import { directions } from '@espalier/layout'
import { expect, it } from 'vitest'
import { pictureColors } from './picture-colors.ts'
import { drawProgressRing, writeRingPath } from './progress-ring.ts'

const box = { left: 100, top: 200, width: 150, height: 50 }
const readNumbers = (path: string) => Array.from(path.matchAll(/-?[\d.]+/gu), ([number]) => Number(number))

it('writes rings as the outlines that every picture format can draw', () => {
  for (const share of [0.01, 0.25, 0.5, 0.999, 1]) {
    const path = writeRingPath(share)
    expect(path).toMatch(/^M[-\d. ]+(?:C[-\d. ]+)+L[-\d. ]+(?:C[-\d. ]+)+Z$/u)
    expect(Math.max(...readNumbers(path))).toBeLessThan(24.1)
    expect(Math.min(...readNumbers(path))).toBeGreaterThan(-0.1)
  }
})

it('runs clockwise from the top', () => {
  const [startX, startY, ...numbers] = readNumbers(writeRingPath(0.25))
  expect([startX, startY]).toEqual([12, 0])
  expect(numbers.slice(4, 6)).toEqual([24, 12])
})

it.each(directions)('is on the side of the children: %s', (direction) => {
  const [disc] = drawProgressRing(box, direction, { leaves: 4, done: 1 }, pictureColors.paper)
  const center = { x: (disc?.left ?? 0) + 12, y: (disc?.top ?? 0) + 12 }
  const expected = {
    left: { x: 90, y: 225 },
    right: { x: 260, y: 225 },
    up: { x: 175, y: 188 },
    down: { x: 175, y: 262 },
  }
  expect(center).toEqual(expected[direction])
})

it('has no done part while nothing is done', () => {
  expect(drawProgressRing(box, 'right', { leaves: 4, done: 0 }, pictureColors.paper)).toHaveLength(2)
  expect(drawProgressRing(box, 'right', { leaves: 4, done: 4 }, pictureColors.paper)).toHaveLength(3)
})
