import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planViews } from './plan-views.ts'
import { formatAddressHash, parseAddressHash } from './project-address.ts'

const nothing = { node: null, comment: null, pan: null, search: null, filter: null, focus: null, split: null }

describe('hash of a project', () => {
  it.each([
    ['', nothing],
    ['#', nothing],
    ['#node=7', { ...nothing, node: '7' }],
    ['#pan=1,-2.5,0.75', { ...nothing, pan: { x: 1, y: -2.5, zoom: 0.75 } }],
    ['#search=a%20%26b', { ...nothing, search: 'a &b' }],
    ['#node=7&pan=1,2,3&search=x', { ...nothing, node: '7', pan: { x: 1, y: 2, zoom: 3 }, search: 'x' }],
    ['#filter=tag%3A%22a%20b%22&node=7', { ...nothing, node: '7', filter: 'tag:"a b"' }],
    ['#focus=7&node=8', { ...nothing, node: '8', focus: '7' }],
    ['#focus=', nothing],
    ['#filter=', { ...nothing, filter: '' }],
    ['#search=%E0%A4%A', { ...nothing, search: '%E0%A4%A' }],
    ['#search=%20', nothing],
    ['#pan=1,2', nothing],
    ['#pan=1,2,0', nothing],
    ['#pan=1,,2', nothing],
    ['#pan=a,b,c', nothing],
    ['#pan=Infinity,0,1', nothing],
    ['#node=7&comment=c', { ...nothing, node: '7', comment: 'c' }],
    ['#inbox&node=', nothing],
    ['#split=table', { ...nothing, split: 'table' }],
    ['#split=chart', nothing],
  ])('parses %s', (hash, expected) => {
    expect(parseAddressHash(hash)).toEqual(expected)
  })

  it('parses a formatted hash to the same value', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((one) => one.trim() === one)
    const pan = fc.record({
      x: fc.integer({ min: -99_999, max: 99_999 }),
      y: fc.integer({ min: -99_999, max: 99_999 }),
      zoom: fc.integer({ min: 250, max: 5_000 }).map((thousandths) => thousandths / 1_000),
    })
    const place = fc.record({
      node: fc.option(text),
      pan: fc.option(pan),
      search: fc.option(text),
      comment: fc.option(text),
      filter: fc.option(text),
      focus: fc.option(text),
      split: fc.option(fc.constantFrom(...planViews)),
    })
    fc.assert(
      fc.property(place, (hash) => {
        expect(parseAddressHash(formatAddressHash(hash))).toEqual(hash)
      }),
    )
  })
})
