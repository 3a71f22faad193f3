import { describe, expect, it } from 'vitest'
import { findBarPlace } from './bar-place.ts'

const ground = { left: 0, top: 50, width: 1000, height: 600 }
const bar = { width: 300, height: 40 }
const place = (left: number, top: number, edited: typeof ground | null = null) =>
  findBarPlace({ bar, ground, node: { left, top, width: 200, height: 50 }, edited })

describe('place of the bar', () => {
  it('is below its node', () => {
    expect(place(100, 100)).toEqual({ left: 100, top: 156 })
  })

  it('is above its node when a title is written below', () => {
    expect(place(100, 200, { left: 100, top: 260, width: 200, height: 50 })).toEqual({ left: 100, top: 154 })
  })

  it('is above its node at the foot of the canvas, and stays inside at its right edge', () => {
    expect(place(900, 590)).toEqual({ left: 692, top: 544 })
  })

  it('has none when the node is outside the canvas', () => {
    expect(place(100, 700)).toBeNull()
  })
})
