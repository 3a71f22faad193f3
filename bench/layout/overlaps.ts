import type { PlacedBox } from './subject.ts'

const cellPx = 400
const cell = (px: number) => Math.floor(px / cellPx)

/** Counts pairs of boxes that share more than an edge. */
export function countOverlaps(boxes: readonly PlacedBox[]): number {
  const cells = new Map<string, PlacedBox[]>()
  let pairs = 0
  for (const box of boxes) {
    for (const [key, isHome] of cellsOf(box)) {
      const others = cells.get(key) ?? []
      for (const other of others) if (overlap(box, other) && isHome(other)) pairs += 1
      others.push(box)
      cells.set(key, others)
    }
  }
  return pairs
}

/** Two boxes may meet in several cells: they count in the one with the upper left corner of their intersection. */
function* cellsOf(box: PlacedBox): Generator<[string, (other: PlacedBox) => boolean]> {
  for (let column = cell(box.left); column <= cell(box.left + box.width); column += 1) {
    for (let row = cell(box.top); row <= cell(box.top + box.height); row += 1) {
      yield [
        `${column} ${row}`,
        (other) => cell(Math.max(box.left, other.left)) === column && cell(Math.max(box.top, other.top)) === row,
      ]
    }
  }
}

// Libraries add up fractions, so touching boxes may share a billionth of a pixel.
const slack = 1e-6

const overlap = (one: PlacedBox, other: PlacedBox): boolean =>
  one.left + one.width > other.left + slack &&
  other.left + other.width > one.left + slack &&
  one.top + one.height > other.top + slack &&
  other.top + other.height > one.top + slack
