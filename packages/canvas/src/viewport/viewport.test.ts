import { limits } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { points, rects, sizes, viewports, zooms } from '../testing/arbitraries.ts'
import { panBy, rectToScreen, rectToWorld, toScreen, toWorld, worldInView } from './viewport.ts'
import { clampZoom, nextZoom, previousZoom, zoomAbout, zoomBy } from './zoom.ts'

const { steps, min, max } = limits.zoomPercent

describe('world and screen', () => {
  it('[viewport] there and back is where it was, for points and rects', () => {
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

  it('[viewport] the screen is the world times the zoom, moved', () => {
    expect(toScreen({ x: 10, y: 20, zoom: 2 }, { x: 3, y: 4 })).toEqual({ x: 16, y: 28 })
    expect(panBy({ x: 10, y: 20, zoom: 2 }, 1, -1)).toEqual({ x: 11, y: 19, zoom: 2 })
  })

  it('[viewport] what is in view is the whole window, and a margin in pixels of the screen', () => {
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

describe('zoom', () => {
  it('[viewport] about a point keeps what lies under it, at any zoom asked for', () => {
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

  it('[viewport] lies between the least and the most, even where it is no number', () => {
    expect([0, -1, 99, Infinity, -Infinity].map(clampZoom)).toEqual([0.25, 0.25, 5, 5, 0.25])
    expect(clampZoom(Number.NaN)).toBe(1)
    expect(zoomBy({ x: 0, y: 0, zoom: 4 }, 4, { x: 0, y: 0 }).zoom).toBe(5)
  })

  it('[viewport] goes up and down the steps of the list', () => {
    const up = steps.map((step) => Math.round(nextZoom(step / 100) * 100))
    expect(up).toEqual([...steps.slice(1), max])
    const down = steps.map((step) => Math.round(previousZoom(step / 100) * 100))
    expect(down).toEqual([min, ...steps.slice(0, -1)])
  })

  it('[viewport] from between two steps goes to the nearest on that side', () => {
    expect([nextZoom(1.1), previousZoom(1.1)]).toEqual([1.25, 1])
  })

  it('[viewport] a step in and a step out return to a step', () => {
    fc.assert(
      fc.property(fc.constantFrom(...steps), (step) => {
        const zoom = step / 100
        if (step < max) expect(previousZoom(nextZoom(zoom))).toBe(zoom)
        if (step > min) expect(nextZoom(previousZoom(zoom))).toBe(zoom)
      }),
    )
  })

  it('[viewport] a step from any zoom is one of the list, and never the wrong way', () => {
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
