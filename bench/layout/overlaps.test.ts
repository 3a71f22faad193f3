import { expect, it } from 'vitest'
import { countOverlaps } from './overlaps.ts'
import { createDice } from './sample.ts'

const box = (left: number, top: number, width = 100, height = 50) => ({ left, top, width, height })

it('does not count touching boxes as overlaps', () => {
  expect(countOverlaps([box(0, 0), box(100, 0), box(0, 50), box(-100, -50)])).toBe(0)
})

it('counts a pair once however large it is', () => {
  expect(countOverlaps([box(-900, -900, 3_000, 3_000), box(10, 10), box(-500, 700)])).toBe(2)
})

it('counts as many overlaps as a comparison of all pairs', () => {
  const roll = createDice(3)
  const boxes = Array.from({ length: 300 }, () => box(roll(3_000) - 1_500, roll(3_000), 1 + roll(500), 1 + roll(200)))
  let pairs = 0
  for (const [at, one] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      if (
        one.left < other.left + other.width &&
        other.left < one.left + one.width &&
        one.top < other.top + other.height &&
        other.top < one.top + one.height
      )
        pairs += 1
  expect(pairs).toBeGreaterThan(0)
  expect(countOverlaps(boxes)).toBe(pairs)
})
