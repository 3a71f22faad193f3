import { afterEach, expect, it, vi } from 'vitest'
import { holdPreload, preloadCode, registerForPreload } from './code-loading.ts'

const turnWheel = () => window.dispatchEvent(new Event('wheel'))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('loads parts in advance only while the person pauses, and all of them in the end', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 1))
  const loaded: string[] = []
  registerForPreload(async () => {
    loaded.push('menu')
    turnWheel()
  })
  registerForPreload(async () => void loaded.push('panel'))
  void preloadCode()
  await vi.advanceTimersByTimeAsync(500)
  expect(loaded).toEqual([])
  await vi.advanceTimersByTimeAsync(600)
  expect(loaded).toEqual(['menu'])
  for (let step = 0; step < 20; step += 1) {
    turnWheel()
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(loaded).toEqual(['menu'])
  await vi.advanceTimersByTimeAsync(900)
  expect(loaded).toEqual(['menu'])
  await vi.advanceTimersByTimeAsync(400)
  expect(loaded).toEqual(['menu', 'panel'])
})

it('loads nothing in advance while other work holds it, nor right after that work', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => setTimeout(work, 1))
  let isLoaded = false
  registerForPreload(async () => void (isLoaded = true))
  const [resume, resumeOther] = [holdPreload(), holdPreload()]
  void preloadCode()
  await vi.advanceTimersByTimeAsync(60_000)
  resume()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(isLoaded).toBe(false)
  resumeOther()
  await vi.advanceTimersByTimeAsync(900)
  expect(isLoaded).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(isLoaded).toBe(true)
})
