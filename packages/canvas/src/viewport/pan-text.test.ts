import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { viewports } from '../testing/arbitraries.ts'
import { parsePan, formatPan } from './pan-text.ts'

describe('the position in the address', () => {
  it('[viewport] is printed as x, y and zoom', () => {
    expect(formatPan({ x: -120.4, y: 33.5, zoom: 1.25 })).toBe('-120,34,1.25')
    expect(formatPan({ x: -0.2, y: 0, zoom: 1 / 3 })).toBe('0,0,0.3333')
  })

  it('[viewport] what was printed is read again, to the pixel, and prints the same', () => {
    fc.assert(
      fc.property(viewports, (viewport) => {
        const read = parsePan(formatPan(viewport))
        expect(read).not.toBeNull()
        if (!read) return
        expect(Math.abs(read.x - viewport.x)).toBeLessThanOrEqual(0.5)
        expect(Math.abs(read.y - viewport.y)).toBeLessThanOrEqual(0.5)
        expect(read.zoom).toBeCloseTo(viewport.zoom, 3)
        expect(formatPan(read)).toBe(formatPan(viewport))
      }),
    )
  })

  it.each([
    '',
    '1,2',
    '1,2,3,4',
    'a,b,c',
    '1,2,0',
    '1,2,-1',
    '1,2,NaN',
    'Infinity,0,1',
    '1e9,0,1',
    ' 1,2,1',
    '1,2,1\n',
    ',,',
    '9999999999,0,1',
  ])('[viewport] %j is no position', (text) => {
    expect(parsePan(text)).toBeNull()
  })

  it('[viewport] any text at all is a position within the limits, or none', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parsePan(text)
        if (read) expect(read.zoom).toBeGreaterThanOrEqual(0.25)
      }),
    )
  })

  it('[viewport] a zoom beyond the limits is clamped', () => {
    expect(parsePan('0,0,20')).toEqual({ x: 0, y: 0, zoom: 5 })
    expect(parsePan('0,0,0.01')).toEqual({ x: 0, y: 0, zoom: 0.25 })
  })
})
