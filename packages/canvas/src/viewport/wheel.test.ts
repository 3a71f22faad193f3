import { describe, expect, it } from 'vitest'
import { wheelPixels, wheelZoomFactor } from './wheel.ts'

const size = { width: 1000, height: 800 }
const turn = (deltaY: number, deltaMode = 0, deltaX = 0) => ({ deltaX, deltaY, deltaMode })

describe('mouse wheel', () => {
  it('[viewport] converts pixels, lines and pages to pixels', () => {
    expect(wheelPixels(turn(3, 0, 2), size)).toEqual({ dx: 2, dy: 3 })
    expect(wheelPixels(turn(3, 1, 2), size)).toEqual({ dx: 32, dy: 48 })
    expect(wheelPixels(turn(1, 2, -1), size)).toEqual({ dx: -1000, dy: 800 })
  })

  it('[viewport] zooms in away from the person, and back by the same factor', () => {
    expect(wheelZoomFactor(turn(-10), size)).toBeGreaterThan(1)
    expect(wheelZoomFactor(turn(-10), size) * wheelZoomFactor(turn(10), size)).toBeCloseTo(1, 12)
    expect(wheelZoomFactor(turn(0), size)).toBe(1)
  })

  it('[viewport] zooms by ten small turns as far as by one ten times as large', () => {
    expect(wheelZoomFactor(turn(-2), size) ** 10).toBeCloseTo(wheelZoomFactor(turn(-20), size), 12)
  })

  it('[viewport] limits the zoom of a notch, a page and a broken mouse', () => {
    const most = wheelZoomFactor(turn(-100), size)
    expect(most).toBeLessThan(1.3)
    expect(wheelZoomFactor(turn(-1, 2), size)).toBe(most)
    expect(wheelZoomFactor(turn(Number.NaN), size)).toBe(1)
    expect(wheelPixels(turn(Infinity), size)).toEqual({ dx: 0, dy: 0 })
  })
})
