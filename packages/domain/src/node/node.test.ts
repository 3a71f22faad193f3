import { describe, expect, it } from 'vitest'
import { limits } from '../core/limits.ts'
import { isHexColor } from './node.ts'

describe('node style', () => {
  it("[style] accepts the palette's colors and any hex color", () => {
    expect(limits.nodePalette.every(isHexColor)).toBe(true)
    expect(isHexColor('#ABCDEF')).toBe(true)
  })

  it.each(['', 'red', '#fff', '#12345g', 'url(https://x.org)', '#fffabb;position:fixed', '#fffabb\n', 'var(--x)'])(
    '[style] rejects %j as a color',
    (value) => {
      expect(isHexColor(value)).toBe(false)
    },
  )
})
