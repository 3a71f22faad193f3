import { compareSiblings, findInsertIndex, type Positioned } from './position.ts'

/** Siblings in order. */
export interface SiblingList<Item extends Positioned> extends Iterable<Item> {
  readonly length: number
  at(index: number): Item | undefined
  /** Returns the index of the first sibling that is not before the item. */
  indexOf(positioned: Positioned): number
  slice(start: number, end: number): Item[]
}

const chunkLength = 256

function isSorted(items: readonly Positioned[]): boolean {
  for (let at = 1; at < items.length; at += 1) {
    if (compareSiblings(items[at - 1] as Positioned, items[at] as Positioned) > 0) return false
  }
  return true
}

/**
 * An ordered list in chunks, because plain arrays of 50,000 siblings would be copied whole for every draft. Finding,
 * inserting and removing cost O(log n) and a shift within one chunk; an index costs a walk over the chunks.
 */
export class OrderedList<Item extends Positioned> implements SiblingList<Item> {
  #chunks: Item[][]
  /** The chunks that may be written; null: all of them. */
  #own: Set<Item[]> | null
  #length: number

  private constructor(chunks: Item[][], own: Set<Item[]> | null, length: number) {
    this.#chunks = chunks
    this.#own = own
    this.#length = length
  }

  static of<Item extends Positioned>(items: readonly Item[]): OrderedList<Item> {
    // Nodes arrive from the server in order, and checking that is faster than sorting.
    const ordered = isSorted(items) ? items.slice() : items.toSorted(compareSiblings)
    if (ordered.length <= chunkLength)
      return new OrderedList(ordered.length === 0 ? [] : [ordered], null, ordered.length)
    const chunks: Item[][] = []
    for (let at = 0; at < ordered.length; at += chunkLength) chunks.push(ordered.slice(at, at + chunkLength))
    return new OrderedList(chunks, null, ordered.length)
  }

  /** Returns a writable copy, valid while this list stays unchanged. */
  fork(): OrderedList<Item> {
    return new OrderedList(this.#chunks.slice(), new Set(), this.#length)
  }

  get length(): number {
    return this.#length
  }

  /** Nearly all lists are short, and an array's own iterator is several times as fast as a generator. */
  [Symbol.iterator](): Iterator<Item, undefined> {
    const [only, more] = this.#chunks
    return more === undefined ? (only ?? []).values() : this.#all()
  }

  *#all(): Generator<Item, undefined> {
    for (const chunk of this.#chunks) yield* chunk
  }

  at(index: number): Item | undefined {
    if (index < 0) return undefined
    let left = index
    for (const chunk of this.#chunks) {
      if (left < chunk.length) return chunk[left]
      left -= chunk.length
    }
    return undefined
  }

  indexOf(positioned: Positioned): number {
    const chunkIndex = this.#chunkFor(positioned)
    let index = 0
    for (let at = 0; at < chunkIndex; at += 1) index += this.#chunks[at]?.length ?? 0
    return index + findInsertIndex(this.#chunks[chunkIndex] ?? [], positioned)
  }

  slice(start: number, end: number): Item[] {
    const collected: Item[] = []
    let first = 0
    for (const chunk of this.#chunks) {
      if (first >= end) break
      const isTouched = first + chunk.length > start
      if (isTouched) for (const item of chunk.slice(Math.max(0, start - first), end - first)) collected.push(item)
      first += chunk.length
    }
    return collected
  }

  insert(item: Item): void {
    this.#length += 1
    const chunkIndex = Math.min(this.#chunkFor(item), Math.max(0, this.#chunks.length - 1))
    const chunk = this.#writable(chunkIndex)
    chunk.splice(findInsertIndex(chunk, item), 0, item)
    if (chunk.length <= 2 * chunkLength) return
    const half = chunk.splice(chunkLength)
    this.#own?.add(half)
    this.#chunks.splice(chunkIndex + 1, 0, half)
  }

  /** Replaces a sibling, shifting as little as its new position allows. */
  replace(before: Item, after: Item): void {
    const [chunkIndex, offset] = this.#find(before)
    const chunk = this.#chunks[chunkIndex]
    const previous = chunk?.[offset - 1] ?? this.#chunks[chunkIndex - 1]?.at(-1)
    const next = chunk?.[offset + 1] ?? this.#chunks[chunkIndex + 1]?.[0]
    const fits =
      (previous === undefined || compareSiblings(previous, after) < 0) &&
      (next === undefined || compareSiblings(after, next) < 0)
    if (chunk !== undefined && fits) {
      this.#writable(chunkIndex)[offset] = after
      return
    }
    this.remove(before)
    this.insert(after)
  }

  /** Replaces adjacent siblings whose order stays the same. */
  replaceRun(run: readonly { readonly before: Item; readonly after: Item }[]): void {
    const first = run[0]
    if (first === undefined) return
    let [chunkIndex, offset] = this.#find(first.before)
    for (const { after } of run) {
      if (offset >= (this.#chunks[chunkIndex]?.length ?? 0)) {
        chunkIndex += 1
        offset = 0
      }
      this.#writable(chunkIndex)[offset] = after
      offset += 1
    }
  }

  remove(item: Item): void {
    const [chunkIndex, offset] = this.#find(item)
    if (chunkIndex >= this.#chunks.length) return
    const chunk = this.#writable(chunkIndex)
    chunk.splice(offset, 1)
    this.#length -= 1
    if (chunk.length === 0) this.#chunks.splice(chunkIndex, 1)
  }

  #chunkFor(positioned: Positioned): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const last = this.#chunks[middle]?.at(-1)
      if (last !== undefined && compareSiblings(last, positioned) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #find(item: Item): readonly [chunkIndex: number, offset: number] {
    const chunkIndex = this.#chunkFor(item)
    const offset = findInsertIndex(this.#chunks[chunkIndex] ?? [], item)
    if (this.#chunks[chunkIndex]?.[offset]?.id === item.id) return [chunkIndex, offset]
    // A position that is not a number has no order: the search above would miss it and leave it twice.
    for (const [at, chunk] of this.#chunks.entries()) {
      const found = chunk.findIndex((there) => there.id === item.id)
      if (found >= 0) return [at, found]
    }
    return [this.#chunks.length, 0]
  }

  #writable(chunkIndex: number): Item[] {
    const chunk = this.#chunks[chunkIndex]
    if (chunk !== undefined && (this.#own === null || this.#own.has(chunk))) return chunk
    const copy = chunk?.slice() ?? []
    this.#chunks[chunkIndex] = copy
    this.#own?.add(copy)
    return copy
  }
}
