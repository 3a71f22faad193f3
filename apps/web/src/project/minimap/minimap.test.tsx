import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { resetPage } from '../../testing/network.ts'
import { drawCanvas } from '../testing/drawn-canvas.tsx'
import { Minimap } from './Minimap.tsx'
import { minimapSetting } from './minimap-setting.ts'
import { centerOn, computeFrame, fitOverview } from './overview-geometry.ts'
import { paintBoxes } from './paint-overview.ts'

const size = { width: 200, height: 100 }
const colors = { none: 1, hue0: 2, hue1: 3, hue2: 4, hue3: 5, hue4: 6, hue5: 7, green: 8, blue: 9, pink: 10 }

const toBoxes = (rects: readonly (readonly [number, number, number, number])[]) => ({
  slotCount: rects.length,
  left: Float64Array.from(rects, ([left]) => left),
  top: Float64Array.from(rects, ([, top]) => top),
  width: Float64Array.from(rects, ([, , width]) => width),
  height: Float64Array.from(rects, ([, , , height]) => height),
})

const getColor = (slot: number) => (slot === 1 ? 'green' : 'blue')

describe('the picture of the whole plan', () => {
  it('has the plan in its middle and never enlarges it beyond a tenth', () => {
    const wide = fitOverview({ left: -1000, top: 0, width: 9400, height: 400 }, size)
    expect(wide.scale).toBe(0.02)
    const small = fitOverview({ left: 0, top: 0, width: 100, height: 100 }, size)
    expect([small.scale, small.origin]).toEqual([0.1, { x: -950, y: -450 }])
  })

  it('has at least one pixel for each box, in the color of its branch, and none for an empty slot', () => {
    const pixels = new Uint32Array(200)
    const boxes = toBoxes([
      [Infinity, Infinity, 0, 0],
      [0, 0, 1, 1],
      [100, 50, 20, 20],
    ])
    const work = paintBoxes(
      pixels,
      { width: 20, height: 10 },
      { boxes, getColor },
      { origin: { x: 0, y: 0 }, scale: 0.1 },
      colors,
      () => true,
    )
    expect(work.next().done).toBe(true)
    const painted = [...pixels.entries()].filter(([, color]) => color !== 0)
    expect(painted).toEqual([
      [0, 8],
      [110, 9],
      [111, 9],
      [130, 9],
      [131, 9],
    ])
  })

  it('is painted in slices when there is no time for all boxes, and the same in the end', () => {
    const boxes = toBoxes(Array.from({ length: 2000 }, (_, at) => [(at % 100) * 10, Math.floor(at / 100) * 10, 10, 10]))
    const paint = (hasTime: () => boolean) => {
      const pixels = new Uint32Array(100 * 20)
      const scale = { origin: { x: 0, y: 0 }, scale: 0.1 }
      const work = paintBoxes(
        pixels,
        { width: 100, height: 20 },
        { boxes, getColor: () => 'none' },
        scale,
        colors,
        hasTime,
      )
      return { slices: [...work].length + 1, filled: pixels.every((color) => color === 1) }
    }
    expect(paint(() => true)).toEqual({ slices: 1, filled: true })
    expect(paint(() => false)).toEqual({ slices: 8, filled: true })
  })

  it('cuts off the frame at its edge and keeps enough of it to grip', () => {
    const scale = { origin: { x: 0, y: 0 }, scale: 0.1 }
    const inside = computeFrame({ left: 100, top: 100, width: 500, height: 300 }, scale, size)
    expect(inside).toEqual({ left: 10, top: 10, width: 50, height: 30 })
    const outside = computeFrame({ left: 9000, top: -900, width: 500, height: 300 }, scale, size)
    expect(outside).toEqual({ left: 188, top: 0, width: 12, height: 12 })
  })

  it('leads to the viewport that has a point in its middle', () => {
    const scale = { origin: { x: -100, y: 0 }, scale: 0.1 }
    const next = centerOn({ x: 20, y: 10 }, scale, { x: 0, y: 0, zoom: 2 }, { width: 800, height: 600 })
    expect(next).toEqual({ x: 200, y: 100, zoom: 2 })
  })
})

describe('the minimap', () => {
  beforeEach(() => resetPage())

  it('is hidden until it is asked for, and remembered', () => {
    expect(minimapSetting.get()).toBe(false)
    minimapSetting.toggle()
    expect(minimapSetting.get()).toBe(true)
    expect(localStorage.getItem('minimap:visitor')).toBe('shown')
    minimapSetting.toggle()
    expect(minimapSetting.get()).toBe(false)
  })

  it('moves the map by a press and by the arrow keys of its frame', async () => {
    const { workspace, map } = drawCanvas()
    render(<Minimap workspace={workspace} />)
    await act(async () => new Promise<number>((resolve) => requestAnimationFrame(resolve)))
    const picture = screen.getByRole('img', { name: 'Overview' })
    const frame = screen.getByRole('button', { name: /^Shown part/ })
    const before = map.getViewport()
    fireEvent.keyDown(frame, { key: 'ArrowRight' })
    expect(map.getViewport()).toEqual({ ...before, x: before.x - map.renderer.size.width / 4 })
    fireEvent.keyDown(frame, { key: 'ArrowUp' })
    expect(map.getViewport().y).toBe(before.y + map.renderer.size.height / 4)
    const moved = map.getViewport()
    fireEvent.pointerDown(picture, { button: 0, clientX: 104, clientY: 72 })
    const { x, y } = map.getViewport()
    expect({ x, y }).not.toEqual({ x: moved.x, y: moved.y })
    fireEvent.pointerMove(picture, { clientX: 114, clientY: 72 })
    expect(map.getViewport().x).toBeLessThan(x)
    fireEvent.pointerUp(picture)
    const rested = map.getViewport()
    fireEvent.pointerMove(picture, { clientX: 30, clientY: 30 })
    expect(map.getViewport()).toEqual(rested)
  })
})
