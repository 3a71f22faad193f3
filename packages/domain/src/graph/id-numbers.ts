import type { NodeId } from '../node/node.ts'

const startSize = 1 << 7
const firstSeed = 0x811c9dc5 | 0
const secondSeed = 0x9e3779b9 | 0

/**
 * Numbers ids in the order in which they are added, from 0. It stores two hashes of each id, 64 bits together, and not
 * the id: a map of ten thousand ids takes as much memory as all of their records' parents.
 */
export class IdNumbers {
  #first = new Int32Array(startSize)
  #second = new Int32Array(startSize)
  /** The number plus one; 0: the place is free. */
  #numbers = new Int32Array(startSize)
  #count = 0
  /** The hashes of the id that was asked for last. */
  #hash = 0
  #otherHash = 0

  /** Returns -1 for an unknown id. */
  find(id: NodeId): number {
    this.#hashId(id)
    return (this.#numbers[this.#findPlace(this.#hash, this.#otherHash)] as number) - 1
  }

  findOrAdd(id: NodeId): number {
    this.#hashId(id)
    const place = this.#findPlace(this.#hash, this.#otherHash)
    const known = this.#numbers[place] as number
    if (known > 0) return known - 1
    this.#first[place] = this.#hash
    this.#second[place] = this.#otherHash
    this.#count += 1
    this.#numbers[place] = this.#count
    if (this.#count * 2 > this.#numbers.length) this.#grow()
    return this.#count - 1
  }

  #hashId(id: NodeId): void {
    let first = firstSeed
    let second = secondSeed
    for (let at = 0; at < id.length; at += 1) {
      const code = id.charCodeAt(at)
      first = Math.imul(first ^ code, 0x01000193)
      second = Math.imul(second + code, 0x85ebca6b) ^ (second >>> 13)
    }
    this.#hash = first
    this.#otherHash = second
  }

  /** Returns the place of these hashes, or the free one for them. */
  #findPlace(first: number, second: number): number {
    const mask = this.#numbers.length - 1
    let place = (first ^ (first >>> 15)) & mask
    while (this.#numbers[place] !== 0 && (this.#first[place] !== first || this.#second[place] !== second)) {
      place = (place + 1) & mask
    }
    return place
  }

  #grow(): void {
    const [first, second, numbers] = [this.#first, this.#second, this.#numbers]
    const size = numbers.length * 2
    this.#first = new Int32Array(size)
    this.#second = new Int32Array(size)
    this.#numbers = new Int32Array(size)
    for (const [at, number] of numbers.entries()) {
      if (number === 0) continue
      const place = this.#findPlace(first[at] as number, second[at] as number)
      this.#first[place] = first[at] as number
      this.#second[place] = second[at] as number
      this.#numbers[place] = number
    }
  }
}
