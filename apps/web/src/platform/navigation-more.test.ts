import { afterEach, describe, expect, it, vi } from 'vitest'
import { browser } from './navigation.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

describe('navigation history', () => {
  it.each([true, false])("uses the browser's own answer: %s", (canGoBack) => {
    vi.stubGlobal('navigation', { canGoBack })
    window.history.replaceState({ idx: canGoBack ? 0 : 3 }, '', '/')
    expect(browser.hasPast()).toBe(canGoBack)
  })

  it.each([
    [null, false],
    [{ idx: 0 }, false],
    [{ idx: 2 }, true],
  ])("falls back to the router's count: %j", (state, expected) => {
    window.history.replaceState(state, '', '/')
    expect(browser.hasPast()).toBe(expected)
  })
})
