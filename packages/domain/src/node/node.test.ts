import { describe, expect, it } from 'vitest'
import { limits } from '../core/limits.ts'
import { isHexColor } from './node.ts'

describe('the style of a node', () => {
  it('[style] the colours of the palette are colours, and so is any hex one', () => {
    expect(limits.nodePalette.every(isHexColor)).toBe(true)
    expect(isHexColor('#ABCDEF')).toBe(true)
  })

  it.each(['', 'red', '#fff', '#12345g', 'url(https://x.org)', '#fffabb;position:fixed', '#fffabb\n', 'var(--x)'])(
    '[style] %j is no colour',
    (value) => {
      expect(isHexColor(value)).toBe(false)
    },
  )
})
