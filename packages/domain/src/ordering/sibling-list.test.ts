import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareSiblings, type Positioned } from './position.ts'
import { OrderedList } from './sibling-list.ts'

const place = (id: number, position: number): Positioned => ({ id: `n${id}`, position })

/** The reference implementation with a plain array. */
class PlainList {
  items: Positioned[] = []
  insert(item: Positioned): void {
    this.items = [...this.items, item].sort(compareSiblings)
  }
  remove(item: Positioned): void {
    this.items = this.items.filter(({ id }) => id !== item.id)
  }
}

describe('ordered sibling list', { timeout: 60_000 }, () => {
  it('[list] holds the same as a plain sorted array through many chunks', () => {
    const step = fc.record({ id: fc.nat(1_500), position: fc.nat(40), isRemoval: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { minLength: 1_000, maxLength: 2_000, size: 'max' }), (steps) => {
        const list = OrderedList.of<Positioned>([])
        const known = new Map<string, Positioned>()
        for (const { id, position, isRemoval } of steps) {
          const next = place(id, position)
          const present = known.get(next.id)
          if (present === undefined) list.insert(next)
          else if (isRemoval) list.remove(present)
          else list.replace(present, next)
          if (present !== undefined && isRemoval) known.delete(next.id)
          else known.set(next.id, next)
        }
        const expected = [...known.values()].sort(compareSiblings)
        expect([...list]).toEqual(expected)
        expect(list.length).toBe(expected.length)
        for (const [index, item] of expected.entries()) {
          if (index % 97 !== 0) continue
          expect(list.at(index)).toBe(item)
          expect(list.indexOf(item)).toBe(index)
        }
        expect(list.slice(200, 700)).toEqual(expected.slice(200, 700))
        expect(list.at(expected.length)).toBeUndefined()
        expect(list.at(-1)).toBeUndefined()
      }),
      { numRuns: 15 },
    )
  })

  it('[draft] writes to a fork without changing the original list', () => {
    const items = Array.from({ length: 1_200 }, (_, index) => place(index, index))
    const list = OrderedList.of(items)
    const fork = list.fork()
    const plain = new PlainList()
    plain.items = [...list]
    for (let id = 0; id < 1_200; id += 7) {
      fork.remove(place(id, id))
      plain.remove(place(id, id))
      fork.insert(place(id + 5_000, id + 0.5))
      plain.insert(place(id + 5_000, id + 0.5))
    }
    expect([...fork]).toEqual(plain.items)
    expect([...list]).toEqual(items)
    expect(list.length).toBe(1_200)
  })

  it('[corrupt] removes a position that is not a number instead of duplicating it', () => {
    const broken = place(1, Number.NaN)
    const list = OrderedList.of([place(0, 5), broken, place(2, 7)])
    list.replace(broken, place(1, 6))
    expect(Array.from(list, ({ id }) => id)).toEqual(['n0', 'n1', 'n2'])
    list.remove(place(9, 1))
    expect(list.length).toBe(3)
  })
})
