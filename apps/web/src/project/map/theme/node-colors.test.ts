import { limits } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { chooseInk, computeContrast, findPaletteColor, mixColors, toHexColor } from './node-colors.ts'

describe('palette', () => {
  it('names every color of the palette, however it is written', () => {
    expect(limits.nodePalette.map(findPaletteColor)).toEqual(['default', 'green', 'blue', 'pink'])
    expect(findPaletteColor('#BBFFD8')).toBe('green')
  })

  it('has no name for other colors', () => {
    expect(findPaletteColor('#bbffd9')).toBeNull()
    expect(findPaletteColor('')).toBeNull()
  })
})

describe('colors of nodes', () => {
  it('writes every valid color in six digits and rejects anything else', () => {
    expect(['#abc', '#abcd', '#AABBCC', '#aabbcc80'].map(toHexColor)).toEqual([
      '#aabbcc',
      '#aabbcc',
      '#aabbcc',
      '#aabbcc',
    ])
    expect(['red', '', '#12', 'url(x)'].map(toHexColor)).toEqual([null, null, null, null])
  })

  it('chooses text that is readable on any color', () => {
    for (let gray = 0; gray < 256; gray += 1) {
      const fill = `#${gray.toString(16).padStart(2, '0').repeat(3)}`
      expect(computeContrast(fill, chooseInk(fill))).toBeGreaterThan(3.8)
    }
    expect([chooseInk('#ffffff'), chooseInk('#000000')]).toEqual(['#1f2a22', '#ffffff'])
  })

  it('computes the contrast of WCAG and mixes like a style sheet', () => {
    expect(computeContrast('#000000', '#ffffff')).toBeCloseTo(21)
    expect(computeContrast('#777777', '#777777')).toBe(1)
    expect(mixColors('#ffffff', 0.4, '#000000')).toBe('#666666')
  })
})
