import { limits } from '@espalier/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sizes, viewports } from '../testing/rects.ts'
import { panBy, worldInView, zoomBy } from '../viewport/viewport.ts'
import { computeDrawnArea, needsRedraw } from './drawn-area.ts'

const size = { width: 1000, height: 800 }
const viewport = { x: 0, y: 0, zoom: 1 }
const margin = limits.drawnAhead.marginShare * size.width

describe('drawn area', () => {
  it('[cull] draws more than the view, so that it is not redrawn at once', () => {
    fc.assert(
      fc.property(viewports, sizes, (any, window) => {
        const { area } = computeDrawnArea(any, window)
        const view = worldInView(any, window)
        expect(area.left).toBeLessThan(view.left)
        expect(area.top + area.height).toBeGreaterThan(view.top + view.height)
        expect(needsRedraw(computeDrawnArea(any, window), any, window)).toBe(false)
      }),
    )
  })

  it('[cull] reuses the drawn area until the view leaves it', () => {
    const drawn = computeDrawnArea(viewport, size)
    expect(needsRedraw(drawn, panBy(viewport, margin - 1, 1 - margin), size)).toBe(false)
    expect(needsRedraw(drawn, panBy(viewport, margin + 1, 0), size)).toBe(true)
    expect(needsRedraw(drawn, panBy(viewport, 0, -margin - 1), size)).toBe(true)
  })

  it('[cull] reuses the drawn area for a small zoom, but not for a large one or a larger window', () => {
    const drawn = computeDrawnArea(viewport, size)
    const middle = { x: 500, y: 400 }
    expect(needsRedraw(drawn, zoomBy(viewport, 1.2, middle), size)).toBe(false)
    expect(needsRedraw(drawn, zoomBy(viewport, 0.8, middle), size)).toBe(false)
    expect(needsRedraw(drawn, zoomBy(viewport, 1.6, middle), size)).toBe(true)
    expect(needsRedraw(drawn, zoomBy(viewport, 0.6, middle), size)).toBe(true)
    expect(needsRedraw(drawn, viewport, { width: 3000, height: 800 })).toBe(true)
  })

  it('[cull] requests a redraw when nothing is drawn yet', () => {
    expect(needsRedraw(null, viewport, size)).toBe(true)
  })
})
