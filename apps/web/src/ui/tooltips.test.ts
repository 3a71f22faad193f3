import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showTooltips } from './tooltips.ts'

let stop: () => void
beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML =
    '<header><button data-tooltip="Undo (Ctrl+Z)" aria-label="Undo"></button></header><main><p>Text</p></main>'
  stop = showTooltips()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  document.body.replaceChildren()
})

const button = () => screen.getByRole('button', { name: 'Undo' })
const point = (element: Element, pointerType = 'mouse') => {
  const event = new MouseEvent('pointerover', { bubbles: true })
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(element, event)
}
const findTooltip = () => screen.queryByRole('tooltip')
const wait = (ms: number) => vi.advanceTimersByTime(ms)

describe('tooltips', () => {
  it('appears after 300 ms under the mouse and disappears when the mouse leaves', () => {
    point(button())
    wait(299)
    expect(findTooltip()).toBeNull()
    wait(1)
    expect(findTooltip()?.textContent).toBe('Undo (Ctrl+Z)')
    point(screen.getByText('Text'))
    expect(findTooltip()).toBeNull()
  })

  it('lies in the landmark of its element', () => {
    point(button())
    wait(300)
    expect(findTooltip()?.parentElement?.tagName).toBe('HEADER')
  })

  it('does not appear for a finger, nor over an open menu', () => {
    point(button(), 'touch')
    wait(1_000)
    expect(findTooltip()).toBeNull()
    button().setAttribute('aria-expanded', 'true')
    point(button())
    wait(1_000)
    expect(findTooltip()).toBeNull()
  })

  it('appears at once for the focus of the keyboard', () => {
    const undo = button()
    vi.spyOn(undo, 'matches').mockReturnValue(true)
    undo.focus()
    wait(0)
    expect(findTooltip()?.textContent).toBe('Undo (Ctrl+Z)')
    vi.restoreAllMocks()
    undo.blur()
    expect(findTooltip()).toBeNull()
  })

  it.each(['pointerdown', 'scroll'])('disappears on %s', (name) => {
    point(button())
    wait(300)
    fireEvent(button(), new Event(name, { bubbles: true }))
    expect(findTooltip()).toBeNull()
  })

  it('disappears on Esc', () => {
    point(button())
    wait(300)
    fireEvent.keyDown(button(), { key: 'Escape' })
    expect(findTooltip()).toBeNull()
  })
})
