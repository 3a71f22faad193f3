import { afterEach, expect, it, vi } from 'vitest'
import { loadWithStyles } from './load-with-styles.ts'

const load = vi.fn(async () => 'part')
const findLinks = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]

afterEach(() => {
  load.mockClear()
  document.head.innerHTML = ''
})

it('loads a part after its styles, which are requested once', async () => {
  const parts = [loadWithStyles(load, ['assets/a.css']), loadWithStyles(load, ['assets/a.css'])]
  expect(findLinks().map((link) => link.getAttribute('href'))).toEqual(['/assets/a.css'])
  await Promise.resolve()
  expect(load).not.toHaveBeenCalled()
  findLinks()[0]?.dispatchEvent(new Event('load'))
  expect(await Promise.all(parts)).toEqual(['part', 'part'])
})

it('requests no styles that the document has', async () => {
  document.head.innerHTML = '<link rel="stylesheet" href="/assets/a.css">'
  expect(await loadWithStyles(load, ['assets/a.css'])).toBe('part')
  expect(findLinks()).toHaveLength(1)
})

it('fails without the styles, and requests them again at the next attempt', async () => {
  const failed = loadWithStyles(load, ['assets/a.css'])
  findLinks()[0]?.dispatchEvent(new Event('error'))
  await expect(failed).rejects.toThrow('assets/a.css')
  expect([findLinks().length, load.mock.calls.length]).toEqual([0, 0])
  const again = loadWithStyles(load, ['assets/a.css'])
  findLinks()[0]?.dispatchEvent(new Event('load'))
  expect(await again).toBe('part')
})
