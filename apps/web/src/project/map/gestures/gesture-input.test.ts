import { describe, expect, it } from 'vitest'
import { findGestureTarget } from './gesture-input.ts'

const handleAt = (zoom: number): Element | null => {
  document.body.innerHTML = `<div data-zoom="${zoom}"><div data-node-id="a"><button data-link-handle=""></button></div></div>`
  return document.querySelector('[data-link-handle]')
}

describe('press on the link handle', () => {
  it('starts a link when the handle is visible', () => {
    expect(findGestureTarget(handleAt(1))).toEqual({ kind: 'link-handle', id: 'a' })
  })

  it('treats a press on a handle that is too small as a press on the node', () => {
    expect(findGestureTarget(handleAt(0.25))).toEqual({ kind: 'node', id: 'a' })
  })
})
