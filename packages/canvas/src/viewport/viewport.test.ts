import { limits } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { points, rects, sizes, viewports, zooms } from '../testing/rects.ts'
import {
  centerRect,
  clampZoom,
  fitRect,
  formatPan,
  nextZoom,
  panBy,
  parsePan,
  previousZoom,
  rectToScreen,
  rectToWorld,
  revealRect,
  toScreen,
  toWorld,
  worldInView,
  zoomAbout,
  zoomBy,
} from './viewport.ts'

describe('viewport in the address', () => {
  it('[viewport] formats x, y and zoom', () => {
    expect(formatPan({ x: -120.4, y: 33.5, zoom: 1.25 })).toBe('-120,34,1.25')
    expect(formatPan({ x: -0.2, y: 0, zoom: 1 / 3 })).toBe('0,0,0.3333')
  })

  it('[viewport] parses a formatted viewport to the pixel and formats it the same', () => {
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
  ])('[viewport] rejects %j', (text) => {
    expect(parsePan(text)).toBeNull()
  })

  it('[viewport] parses any text to a viewport within the limits, or null', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const read = parsePan(text)
        if (read) expect(read.zoom).toBeGreaterThanOrEqual(0.25)
      }),
    )
  })

  it('[viewport] clamps a zoom beyond the limits', () => {
    expect(parsePan('0,0,20')).toEqual({ x: 0, y: 0, zoom: 5 })
    expect(parsePan('0,0,0.01')).toEqual({ x: 0, y: 0, zoom: 0.25 })
  })
})

const size = { width: 1000, height: 800 }

describe('fitting a rectangle', () => {
  it('[viewport] centers the whole rectangle, never above 100%', () => {
    expect(fitRect({ left: 0, top: 0, width: 200, height: 50 }, size)).toEqual({ x: 400, y: 375, zoom: 1 })
    const { zoom } = fitRect({ left: 0, top: 0, width: 1840, height: 100 }, size)
    expect(zoom).toBe(0.5)
  })

  it('[viewport] stays within the limits for any rectangle and window', () => {
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

describe('revealing a rectangle', () => {
  it('[viewport] does not move while the rectangle is in view', () => {
    const viewport = { x: 0, y: 0, zoom: 1 }
    expect(revealRect(viewport, { left: 100, top: 100, width: 200, height: 50 }, size)).toEqual(viewport)
  })

  it('[viewport] moves only as far as needed, and on one axis if that is enough', () => {
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

  it('[viewport] shows the beginning of a rectangle that is too large', () => {
    const { x, y } = revealRect({ x: 0, y: 0, zoom: 1 }, { left: 300, top: 100, width: 3000, height: 50 }, size, 24)
    expect([x, y]).toEqual([-300, 0])
  })

  it('[viewport] reveals any rectangle that fits, and does not move again', () => {
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

  it('[viewport] centers a rectangle', () => {
    expect(centerRect({ x: 0, y: 0, zoom: 2 }, { left: 0, top: 0, width: 200, height: 50 }, size)).toEqual({
      x: 300,
      y: 350,
      zoom: 2,
    })
  })
})

const { steps, min, max } = limits.zoomPercent

describe('world and screen coordinates', () => {
  it('[viewport] converts points and rectangles to the screen and back', () => {
    fc.assert(
      fc.property(viewports, points, rects, (viewport, point, rect) => {
        const back = toWorld(viewport, toScreen(viewport, point))
        expect(back.x).toBeCloseTo(point.x, 6)
        expect(back.y).toBeCloseTo(point.y, 6)
        const same = rectToWorld(viewport, rectToScreen(viewport, rect))
        for (const key of ['left', 'top', 'width', 'height'] as const) expect(same[key]).toBeCloseTo(rect[key], 6)
      }),
    )
  })

  it('[viewport] computes the screen as world times zoom plus offset', () => {
    expect(toScreen({ x: 10, y: 20, zoom: 2 }, { x: 3, y: 4 })).toEqual({ x: 16, y: 28 })
    expect(panBy({ x: 10, y: 20, zoom: 2 }, 1, -1)).toEqual({ x: 11, y: 19, zoom: 2 })
  })

  it('[viewport] returns the visible world with a margin in screen pixels', () => {
    const viewport = { x: 100, y: 10, zoom: 2 }
    expect(worldInView(viewport, { width: 200, height: 100 })).toEqual({ left: -50, top: -5, width: 100, height: 50 })
    expect(worldInView(viewport, { width: 200, height: 100 }, 20)).toEqual({
      left: -60,
      top: -15,
      width: 120,
      height: 70,
    })
    fc.assert(
      fc.property(viewports, sizes, (any, size) => {
        expect(rectToScreen(any, worldInView(any, size)).width).toBeCloseTo(size.width, 6)
      }),
    )
  })
})

describe('zooming', () => {
  it('[viewport] keeps the point under the pointer at any zoom', () => {
    fc.assert(
      fc.property(viewports, points, fc.double({ min: 0.01, max: 100, noNaN: true }), (viewport, at, zoom) => {
        const zoomed = zoomAbout(viewport, zoom, at)
        const [before, after] = [toWorld(viewport, at), toWorld(zoomed, at)]
        expect(after.x).toBeCloseTo(before.x, 5)
        expect(after.y).toBeCloseTo(before.y, 5)
        expect(zoomed.zoom).toBe(clampZoom(zoom))
      }),
    )
  })

  it('[viewport] clamps the zoom, also when it is not a number', () => {
    expect([0, -1, 99, Infinity, -Infinity].map(clampZoom)).toEqual([0.25, 0.25, 5, 5, 0.25])
    expect(clampZoom(Number.NaN)).toBe(1)
    expect(zoomBy({ x: 0, y: 0, zoom: 4 }, 4, { x: 0, y: 0 }).zoom).toBe(5)
  })

  it('[viewport] zooms up and down the list of steps', () => {
    const up = steps.map((step) => Math.round(nextZoom(step / 100) * 100))
    expect(up).toEqual([...steps.slice(1), max])
    const down = steps.map((step) => Math.round(previousZoom(step / 100) * 100))
    expect(down).toEqual([min, ...steps.slice(0, -1)])
  })

  it('[viewport] zooms from between two steps to the nearest on that side', () => {
    expect([nextZoom(1.1), previousZoom(1.1)]).toEqual([1.25, 1])
  })

  it('[viewport] returns to the same step after a step in and out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...steps), (step) => {
        const zoom = step / 100
        if (step < max) expect(previousZoom(nextZoom(zoom))).toBe(zoom)
        if (step > min) expect(nextZoom(previousZoom(zoom))).toBe(zoom)
      }),
    )
  })

  it('[viewport] always zooms to a listed step in the right direction', () => {
    fc.assert(
      fc.property(zooms, (zoom) => {
        expect(steps.map((step) => step / 100)).toContain(nextZoom(zoom))
        expect(steps.map((step) => step / 100)).toContain(previousZoom(zoom))
        expect(nextZoom(zoom)).toBeGreaterThanOrEqual(zoom)
        expect(previousZoom(zoom)).toBeLessThanOrEqual(zoom)
      }),
    )
  })
})
