import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf, shorten } from './excerpt.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
const countOf = (text: string): number => [...segmenter.segment(text)].length
const family = '👨‍👩‍👧‍👦'

describe('the excerpt of a node', () => {
  it('[excerpt] up to 100 characters stay as they are', () => {
    expect(shorten('a'.repeat(100))).toBe('a'.repeat(100))
    expect(shorten('')).toBe('')
  })

  it('[excerpt] of more, 97 and an ellipsis: 100 together', () => {
    expect(shorten('a'.repeat(101))).toBe(`${'a'.repeat(97)}...`)
  })

  it('[excerpt] counts characters as a person does, and cuts none in two', () => {
    expect(shorten(family.repeat(100))).toBe(family.repeat(100))
    expect(shorten(family.repeat(101))).toBe(`${family.repeat(97)}...`)
    expect(shorten('e\u0301'.repeat(101))).toBe(`${'e\u0301'.repeat(97)}...`)
  })

  it('[excerpt] is at most 100 characters, begins as the text does, and shortening twice changes nothing', () => {
    const letters = fc.constantFrom('a', ' ', family, 'e\u0301', '🇩🇪', '漢')
    fc.assert(
      fc.property(fc.array(letters, { minLength: 80, maxLength: 130, size: 'max' }), (all) => {
        const text = all.join('')
        const short = shorten(text)
        expect(countOf(short)).toBeLessThanOrEqual(100)
        expect(text.startsWith(short === text ? text : short.slice(0, -3))).toBe(true)
        expect(shorten(short)).toBe(short)
      }),
      { numRuns: 60 },
    )
  })

  it('[excerpt] is made of what is read, not of the markup', () => {
    expect(excerptOf(`<p>${'<b>a</b>'.repeat(100)}</p>`)).toBe('a'.repeat(100))
  })
})
