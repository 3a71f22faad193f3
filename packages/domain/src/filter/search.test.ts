import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSearchHits, formatHitLabel, stepHitIndex, toSearchText } from './search.ts'

const texts = [
  { id: 'a', text: toSearchText({ title: '<p>Buy <b>Mi</b>lk</p>', body: '' }) },
  { id: 'b', text: toSearchText({ title: 'Shop', body: '<p>milk &amp; honey</p>' }) },
  { id: 'c', text: toSearchText({ title: 'Ärger', body: '<a href="https://milk.org">x</a>' }) },
]

describe('search', () => {
  it('[search] searches the plain text of title and body case-insensitively', () => {
    expect(findSearchHits(texts, 'MILK')).toEqual(['a', 'b'])
    expect(findSearchHits(texts, 'k & h')).toEqual(['b'])
    expect(findSearchHits(texts, 'äRGER')).toEqual(['c'])
    expect(findSearchHits(texts, 'A\u0308rger')).toEqual(['c'])
    expect(findSearchHits(texts, '<b>')).toEqual([])
    expect(findSearchHits(texts, 'nothing')).toEqual([])
  })

  it('[search] does not match across the end of a title', () => {
    expect(findSearchHits(texts, 'shop milk')).toEqual([])
  })

  it('[search] treats a blank query as no search', () => {
    expect(findSearchHits(texts, '')).toBeNull()
    expect(findSearchHits(texts, ' \n')).toBeNull()
    expect(findSearchHits(texts, ' buy   milk ')).toEqual(['a'])
  })

  it('[search] cycles through results in both directions', () => {
    expect([stepHitIndex(-1, 3, 1), stepHitIndex(0, 3, 1), stepHitIndex(2, 3, 1)]).toEqual([0, 1, 0])
    expect([stepHitIndex(-1, 3, -1), stepHitIndex(0, 3, -1), stepHitIndex(2, 3, -1)]).toEqual([2, 2, 1])
    expect(stepHitIndex(0, 0, 1)).toBe(-1)
  })

  it('[search] returns to the start after as many steps as results', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(), fc.constantFrom<1 | -1>(1, -1), (total, from, step) => {
        let current = from % total
        for (let at = 0; at < total; at += 1) current = stepHitIndex(current, total, step)
        expect(current).toBe(from % total)
      }),
    )
  })

  it('[search] formats current/total', () => {
    expect(formatHitLabel(0, 3)).toBe('1/3')
    expect(formatHitLabel(-1, 0)).toBe('0/0')
  })
})
