import { afterEach, describe, expect, it, vi } from 'vitest'
import { browser } from './navigation.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

describe('the past of a page', () => {
  it.each([true, false])('is what the browser says: %s', (canGoBack) => {
    vi.stubGlobal('navigation', { canGoBack })
    window.history.replaceState({ idx: canGoBack ? 0 : 3 }, '', '/')
    expect(browser.hasPast()).toBe(canGoBack)
  })

  it.each([
    [null, false],
    [{ idx: 0 }, false],
    [{ idx: 2 }, true],
  ])('is counted by the router where the browser does not say: %j', (state, expected) => {
    window.history.replaceState(state, '', '/')
    expect(browser.hasPast()).toBe(expected)
  })
})
