import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBrowserHistory, formatAddress, resolveAddress } from './history.ts'

const at = (address: string) => resolveAddress(address, '/')

beforeEach(() => window.history.replaceState(null, '', '/start'))
afterEach(() => {
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '/')
})

const waitForPop = () =>
  new Promise<void>((resolve) => window.addEventListener('popstate', () => resolve(), { once: true }))

describe('address of a link', () => {
  it('stays on the page for a query or a hash alone, without its old query', () => {
    expect(formatAddress(resolveAddress('#b', '/here'))).toBe('/here#b')
    expect(formatAddress(resolveAddress('?a=1', '/here'))).toBe('/here?a=1')
    expect(formatAddress(resolveAddress({ search: '?a=1' }, '/here'))).toBe('/here?a=1')
    expect(formatAddress(resolveAddress('?', '/here'))).toBe('/here')
  })

  it('splits path, query and hash, of which each may contain the signs of those before it', () => {
    expect(at('/a?b=/c?d#e?f#g')).toEqual({ pathname: '/a', search: '?b=/c?d', hash: '#e?f#g' })
  })

  it.each(['//evil.example/a', '/\\evil.example/a', '\\\\evil.example/a', '/\t/evil.example/a'])(
    'never names another host: %j',
    (address) => {
      const url = new URL(formatAddress(at(address)), 'https://here.example')
      expect(url.href).toBe('https://here.example/evil.example/a')
    },
  )
})

describe('history of a browser tab', () => {
  it('numbers its entries and stores a state with them that a reload finds again', () => {
    const history = createBrowserHistory()
    history.push(at('/next?a=1#b'), { from: 'test' })
    expect(window.history.state).toEqual({ idx: 1, usr: { from: 'test' } })
    history.replace(at('/other'), null)
    expect(window.history.state).toEqual({ idx: 1, usr: null })
    history.push(at('/last'), 'kept')
    expect(createBrowserHistory().read()).toEqual({
      location: { pathname: '/last', search: '', hash: '', state: 'kept' },
      type: 'POP',
    })
    expect(window.history.state).toMatchObject({ idx: 2 })
  })

  it('tells a listener about links, redirects and the Back button until it stops listening', async () => {
    const history = createBrowserHistory()
    const seen: string[] = []
    const stop = history.listen(() => seen.push(`${history.read().type} ${window.location.pathname}`))
    history.push(at('/one'), null)
    history.replace(at('/two'), null)
    const popped = waitForPop()
    history.go(-1)
    await popped
    expect(seen).toEqual(['PUSH /one', 'REPLACE /two', 'POP /start'])
    stop()
    const again = waitForPop()
    history.go(1)
    await again
    history.replace(at('/three'), null)
    expect(seen).toHaveLength(3)
  })

  it('notices a hash that was typed into the address bar', async () => {
    const history = createBrowserHistory()
    const seen: string[] = []
    const stop = history.listen(() => seen.push(history.read().type + history.read().location.hash))
    const popped = waitForPop()
    window.location.hash = '#typed'
    await popped
    expect(seen).toEqual(['POP#typed'])
    history.push(at('/after'), null)
    expect(window.history.state).toMatchObject({ idx: 1 })
    stop()
  })

  it('holds new entries while a guard asks, and lets redirects pass', () => {
    const history = createBrowserHistory()
    const held: (() => void)[] = []
    let isHolding = true
    const release = history.addGuard((proceed) => {
      if (isHolding) held.push(proceed)
      return isHolding
    })
    history.push(at('/held'), null)
    expect(window.location.pathname).toBe('/start')
    history.replace(at('/redirected'), null)
    expect(window.location.pathname).toBe('/redirected')
    isHolding = false
    held[0]?.()
    expect(window.location.pathname).toBe('/held')
    isHolding = true
    release()
    history.push(at('/free'), null)
    expect(window.location.pathname).toBe('/free')
    expect(held).toHaveLength(1)
  })

  it('reports a state that cannot be stored instead of losing it', () => {
    const history = createBrowserHistory()
    // A browser refuses a function; jsdom stores it.
    vi.spyOn(window.history, 'pushState').mockImplementation(() => {
      throw new DOMException('A function cannot be cloned', 'DataCloneError')
    })
    expect(() => history.push(at('/next'), () => undefined)).toThrow('cannot be cloned')
    expect(window.location.pathname).toBe('/start')
  })
})
