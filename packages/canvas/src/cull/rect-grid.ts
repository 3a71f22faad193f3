import type { Rect } from '@espalier/layout'

const endOfChain = -1
const unplaced = -1
/**
 * A full scan of this many takes less than a hundredth of a frame; building cells for them would delay the first frame.
 */
const scanLimit = 20_000
const finestCell = 512
/** The cells of each level are this many times as wide as those of the level below. */
const levelFactor = 4
const levels = 24
const cellSizes = Float64Array.from({ length: levels }, (_, level) => finestCell * levelFactor ** level)

/** Rectangles by index, in columns. One whose left is infinite is absent. */
export interface RectColumns {
  readonly left: Float64Array
  readonly top: Float64Array
  readonly width: Float64Array
  readonly height: Float64Array
}

/**
 * Finds the rectangles that touch an area. A rectangle belongs to the one cell that contains its middle, on the level
 * whose cells match its size; only occupied cells exist, so that a sparse world costs no more than a dense one.
 */
export class RectGrid {
  #heads = new Int32Array(0)
  #next = new Int32Array(0)
  #previous = new Int32Array(0)
  #level = new Int8Array(0)
  #column = new Int32Array(0)
  #row = new Int32Array(0)
  #onLevel = new Int32Array(levels)
  #count = 0
  #isBuilt = false
  readonly #fewEnough: number

  constructor(fewEnough: number = scanLimit) {
    this.#fewEnough = fewEnough
  }

  replace(rects: RectColumns, count: number): void {
    this.#onLevel.fill(0)
    this.#count = count
    this.#isBuilt = count > this.#fewEnough
    if (!this.#isBuilt) return
    this.#level = new Int8Array(count).fill(unplaced)
    this.#next = new Int32Array(count)
    this.#previous = new Int32Array(count)
    this.#column = new Int32Array(count)
    this.#row = new Int32Array(count)
    this.#heads = new Int32Array(tableSize(count)).fill(endOfChain)
    for (let item = 0; item < count; item += 1) this.#hang(rects, item)
  }

  /** Updates the rectangle with this index after it was added, removed or moved. */
  update(rects: RectColumns, item: number): void {
    if (item >= this.#count)
      return this.replace(rects, Math.min(rects.left.length, Math.max(item + 1, 2 * this.#count)))
    if (!this.#isBuilt) return
    if (this.#level[item] !== unplaced) this.#unhang(item)
    this.#hang(rects, item)
  }

  /** Returns an unordered result. Rectangles that only share an edge with the area touch it. */
  query(rects: RectColumns, area: Rect): number[] {
    if (!this.#isBuilt || this.#cellsOver(area) > this.#count) return findAllTouching(rects, this.#count, area)
    const found: number[] = []
    for (let level = 0; level < levels; level += 1) if (this.#onLevel[level]) this.#gather(rects, area, level, found)
    return found
  }

  #gather(rects: RectColumns, area: Rect, level: number, found: number[]): void {
    const size = cellSizes[level] as number
    const lastColumn = Math.floor((area.left + area.width) / size + 0.5)
    const lastRow = Math.floor((area.top + area.height) / size + 0.5)
    for (let column = Math.floor(area.left / size - 0.5); column <= lastColumn; column += 1) {
      for (let row = Math.floor(area.top / size - 0.5); row <= lastRow; row += 1) {
        let item = this.#heads[this.#bucket(level, column, row)] as number
        for (; item !== endOfChain; item = this.#next[item] as number) {
          const isHere = this.#column[item] === column && this.#row[item] === row && this.#level[item] === level
          if (isHere && isTouching(rects, item, area)) found.push(item)
        }
      }
    }
  }

  #cellsOver({ width, height }: Rect): number {
    let cells = 0
    for (let level = 0; level < levels; level += 1) {
      if (this.#onLevel[level] === 0) continue
      const size = cellSizes[level] as number
      cells += (width / size + 2) * (height / size + 2)
    }
    return cells
  }

  #hang({ left, top, width, height }: RectColumns, item: number): void {
    const west = left[item] as number
    if (!(Math.abs(west) < Infinity)) return
    const across = width[item] as number
    const down = height[item] as number
    const longest = across > down ? across : down
    let level = 0
    while (level < levels - 1 && longest > (cellSizes[level] as number)) level += 1
    const size = cellSizes[level] as number
    const column = Math.floor((west + across / 2) / size)
    const row = Math.floor(((top[item] as number) + down / 2) / size)
    const bucket = this.#bucket(level, column, row)
    const head = this.#heads[bucket] as number
    this.#level[item] = level
    this.#column[item] = column
    this.#row[item] = row
    this.#next[item] = head
    this.#previous[item] = endOfChain
    if (head !== endOfChain) this.#previous[head] = item
    this.#heads[bucket] = item
    this.#onLevel[level] = (this.#onLevel[level] as number) + 1
  }

  #unhang(item: number): void {
    const level = this.#level[item] as number
    const next = this.#next[item] as number
    const previous = this.#previous[item] as number
    if (next !== endOfChain) this.#previous[next] = previous
    if (previous !== endOfChain) this.#next[previous] = next
    else this.#heads[this.#bucket(level, this.#column[item] as number, this.#row[item] as number)] = next
    this.#level[item] = unplaced
    this.#onLevel[level] = (this.#onLevel[level] as number) - 1
  }

  #bucket(level: number, column: number, row: number): number {
    const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77) ^ Math.imul(level + 1, 0xc2b2ae3d)
    return (mixed ^ (mixed >>> 15)) & (this.#heads.length - 1)
  }
}

function findAllTouching({ left, top, width, height }: RectColumns, count: number, area: Rect): number[] {
  const found: number[] = []
  const east = area.left + area.width
  const south = area.top + area.height
  for (let item = 0; item < count; item += 1) {
    const west = left[item] as number
    const north = top[item] as number
    if (west > east || north > south) continue
    if (west + (width[item] as number) >= area.left && north + (height[item] as number) >= area.top) found.push(item)
  }
  return found
}

function isTouching({ left, top, width, height }: RectColumns, item: number, area: Rect): boolean {
  const west = left[item] as number
  const north = top[item] as number
  return (
    west <= area.left + area.width &&
    north <= area.top + area.height &&
    west + (width[item] as number) >= area.left &&
    north + (height[item] as number) >= area.top
  )
}

function tableSize(count: number): number {
  let size = 16
  while (size < count) size *= 2
  return size
}
