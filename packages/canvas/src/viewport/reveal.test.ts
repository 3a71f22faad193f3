import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rects, sizes, viewports } from '../testing/arbitraries.ts'
import { centerRect, fitRect, revealRect } from './reveal.ts'
import { rectToScreen } from './viewport.ts'

const size = { width: 1000, height: 800 }

describe('fit', () => {
  it('[viewport] shows the whole rect in the middle, never above 100%', () => {
    expect(fitRect({ left: 0, top: 0, width: 200, height: 50 }, size)).toEqual({ x: 400, y: 375, zoom: 1 })
    const { zoom } = fitRect({ left: 0, top: 0, width: 1840, height: 100 }, size)
    expect(zoom).toBe(0.5)
  })

  it('[viewport] lies within the limits for any rect, also one without size and a window smaller than its margins', () => {
    fc.assert(
      fc.property(rects, sizes, (rect, any) => {
        const viewport = fitRect(rect, any)
        expect(viewport.zoom).toBeGreaterThanOrEqual(0.25)
        expect(viewport.zoom).toBeLessThanOrEqual(1)
        const { left, width } = rectToScreen(viewport, rect)
        expect(left + width / 2).toBeCloseTo(any.width / 2, 5)
      }),
    )
    expect(fitRect({ left: 5, top: 5, width: 0, height: 0 }, { width: 10, height: 10 }).zoom).toBe(0.25)
    expect(fitRect({ left: 5, top: 5, width: 0, height: 0 }, size)).toEqual({ x: 495, y: 395, zoom: 1 })
  })
})

describe('reveal', () => {
  it('[viewport] moves nothing while the rect is in view', () => {
    const viewport = { x: 0, y: 0, zoom: 1 }
    expect(revealRect(viewport, { left: 100, top: 100, width: 200, height: 50 }, size)).toEqual(viewport)
  })

  it('[viewport] moves only as far as needed, and on one axis only where one is enough', () => {
    const viewport = { x: 0, y: 0, zoom: 1 }
    expect(revealRect(viewport, { left: 1000, top: 100, width: 200, height: 50 }, size, 24)).toEqual({
      x: -224,
      y: 0,
      zoom: 1,
    })
    expect(revealRect(viewport, { left: 10, top: -300, width: 200, height: 50 }, size, 24)).toEqual({
      x: 14,
      y: 324,
      zoom: 1,
    })
  })

  it('[viewport] shows the beginning of what is too large', () => {
    const { x, y } = revealRect({ x: 0, y: 0, zoom: 1 }, { left: 300, top: 100, width: 3000, height: 50 }, size, 24)
    expect([x, y]).toEqual([-300, 0])
  })

  it('[viewport] brings any rect that has room into view; doing it twice changes nothing more', () => {
    fc.assert(
      fc.property(viewports, rects, sizes, (viewport, rect, any) => {
        const revealed = revealRect(viewport, rect, any)
        const { left, top, width, height } = rectToScreen(revealed, rect)
        expect(left).toBeGreaterThanOrEqual(-0.001)
        expect(top).toBeGreaterThanOrEqual(-0.001)
        if (width <= any.width) expect(left + width).toBeLessThanOrEqual(any.width + 0.001)
        if (height <= any.height) expect(top + height).toBeLessThanOrEqual(any.height + 0.001)
        const again = revealRect(revealed, rect, any)
        expect(again.x).toBeCloseTo(revealed.x, 5)
        expect(again.y).toBeCloseTo(revealed.y, 5)
      }),
    )
  })

  it('[viewport] centred, its middle is the middle', () => {
    expect(centerRect({ x: 0, y: 0, zoom: 2 }, { left: 0, top: 0, width: 200, height: 50 }, size)).toEqual({
      x: 300,
      y: 350,
      zoom: 2,
    })
  })
})
