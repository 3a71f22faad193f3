import { describe, expect, it } from 'vitest'
import { findGestureTarget } from './gesture-input.ts'

const handleAt = (zoom: number): Element | null => {
  document.body.innerHTML = `<div data-zoom="${zoom}"><div data-node-id="a"><button data-link-handle=""></button></div></div>`
  return document.querySelector('[data-link-handle]')
}

describe('a press on the handle of a node', () => {
  it('draws a link where the handle can be seen', () => {
    expect(findGestureTarget(handleAt(1))).toEqual({ kind: 'link-handle', id: 'a' })
  })

  it('is one on the node where it is too small to be meant', () => {
    expect(findGestureTarget(handleAt(0.25))).toEqual({ kind: 'node', id: 'a' })
  })
})
