import { expect, it, vi } from 'vitest'
import { watchLeftovers } from './leftovers.ts'
import { rememberGlobals } from './page-globals.ts'

it('returns the globals and the interfaces of the page to what they were', () => {
  const { open } = window
  const { createObjectURL } = URL
  const { matches } = Element.prototype
  const restoreGlobals = rememberGlobals()
  Object.assign(window, { open: () => null, ResizeObserver: () => null, innerWidth: 320 })
  Object.assign(Element.prototype, { matches: () => true, scrollIntoView: () => undefined })
  Object.assign(URL, { createObjectURL: () => 'blob:picture' })
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  Object.defineProperty(navigator, 'onLine', { value: false, configurable: true })
  restoreGlobals()
  expect([window.open, URL.createObjectURL, Element.prototype.matches]).toEqual([open, createObjectURL, matches])
  expect([window.innerWidth, document.visibilityState, navigator.onLine]).toEqual([1024, 'visible', true])
  expect(['ResizeObserver' in window, 'scrollIntoView' in Element.prototype]).toEqual([false, false])
})

it('ends the timers, frames and listeners that a test file left', async () => {
  const restoreGlobals = rememberGlobals()
  const leftovers = watchLeftovers()
  const ran = vi.fn<(what: string) => void>()
  setTimeout(() => ran('timeout'), 1)
  setInterval(() => ran('interval'), 1)
  requestAnimationFrame(() => ran('frame'))
  window.addEventListener('online', () => ran('window'))
  document.addEventListener('visibilitychange', () => ran('document'), true)
  leftovers.endAll()
  restoreGlobals()
  window.dispatchEvent(new Event('online'))
  document.dispatchEvent(new Event('visibilitychange'))
  // What is started later comes later.
  await new Promise((resolve) => setTimeout(resolve, 2))
  await new Promise(requestAnimationFrame)
  expect(ran).not.toHaveBeenCalled()
})

it('keeps the timers of a library, which would wait for them forever', async () => {
  const restoreGlobals = rememberGlobals()
  const leftovers = watchLeftovers()
  const page = (globalThis as unknown as { jsdom: { window: typeof globalThis } }).jsdom.window
  // The first frame starts a timer of jsdom that serves all frames until none is left.
  const drawn = new Promise((resolve) => page.requestAnimationFrame(resolve))
  leftovers.endAll()
  restoreGlobals()
  await expect(drawn).resolves.toBeGreaterThan(0)
})
