import { describe, expect, it } from 'vitest'
import { limits } from './limits.ts'
import { changeStyle, defaultNodeStyle, isColour } from './node-style.ts'

describe('the style of a node', () => {
  it('[style] the colours of the palette are colours, and so is any hex one', () => {
    expect(limits.nodePalette.every(isColour)).toBe(true)
    expect(isColour('#ABCDEF')).toBe(true)
  })

  it.each(['', 'red', '#fff', '#12345g', 'url(https://x.org)', '#fffabb;position:fixed', '#fffabb\n', 'var(--x)'])(
    '[style] %j is no colour',
    (value) => {
      expect(isColour(value)).toBe(false)
    },
  )

  it('[style] an update changes only what it names', () => {
    expect(defaultNodeStyle).toEqual({ backgroundColor: '#fffabb', processing: false })
    expect(changeStyle(defaultNodeStyle, { processing: true })).toEqual({
      backgroundColor: '#fffabb',
      processing: true,
    })
    expect(changeStyle(defaultNodeStyle, { backgroundColor: '#bbffd8', processing: null })).toEqual({
      backgroundColor: '#bbffd8',
      processing: false,
    })
    expect(changeStyle(defaultNodeStyle, {})).toEqual(defaultNodeStyle)
  })
})
