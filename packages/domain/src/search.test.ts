import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHits, hitLabel, searchTextOf, stepHit } from './search.ts'

const texts = [
  { id: 'a', text: searchTextOf({ title: '<p>Buy <b>Mi</b>lk</p>', body: '' }) },
  { id: 'b', text: searchTextOf({ title: 'Shop', body: '<p>milk &amp; honey</p>' }) },
  { id: 'c', text: searchTextOf({ title: 'Ärger', body: '<a href="https://milk.org">x</a>' }) },
]

describe('search', () => {
  it('[search] is case-insensitive over title and body, as they are read', () => {
    expect(findHits(texts, 'MILK')).toEqual(['a', 'b'])
    expect(findHits(texts, 'k & h')).toEqual(['b'])
    expect(findHits(texts, 'äRGER')).toEqual(['c'])
    expect(findHits(texts, 'A\u0308rger')).toEqual(['c'])
    expect(findHits(texts, '<b>')).toEqual([])
    expect(findHits(texts, 'nothing')).toEqual([])
  })

  it('[search] does not reach across the end of a title', () => {
    expect(findHits(texts, 'shop milk')).toEqual([])
  })

  it('[search] a blank query is no search', () => {
    expect(findHits(texts, '')).toBeNull()
    expect(findHits(texts, ' \n')).toBeNull()
    expect(findHits(texts, ' buy   milk ')).toEqual(['a'])
  })

  it('[search] results cycle with wraparound, both ways', () => {
    expect([stepHit(-1, 3, 1), stepHit(0, 3, 1), stepHit(2, 3, 1)]).toEqual([0, 1, 0])
    expect([stepHit(-1, 3, -1), stepHit(0, 3, -1), stepHit(2, 3, -1)]).toEqual([2, 2, 1])
    expect(stepHit(0, 0, 1)).toBe(-1)
  })

  it('[search] as many steps as there are results lead back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), fc.constantFrom<1 | -1>(1, -1), (total, from, step) => {
        let current = from % total
        for (let at = 0; at < total; at += 1) current = stepHit(current, total, step)
        expect(current).toBe(from % total)
      }),
    )
  })

  it('[search] shows current/total', () => {
    expect(hitLabel(0, 3)).toBe('1/3')
    expect(hitLabel(-1, 0)).toBe('0/0')
  })
})
