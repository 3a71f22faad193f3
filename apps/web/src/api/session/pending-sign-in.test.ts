import { beforeEach, describe, expect, it } from 'vitest'
import { resetPage } from '../../testing/network.ts'
import { forgetNext, rememberNext, consumeNext } from './pending-sign-in.ts'

const projects = { kind: 'path', path: '/projects' }

describe('stored next address', () => {
  beforeEach(() => resetPage())

  it('reads the stored next address once and removes it', () => {
    rememberNext('/tree/7#node=3')
    expect(window.sessionStorage.getItem('next')).toBe('/tree/7#node=3')
    expect(consumeNext()).toEqual({ kind: 'path', path: '/tree/7#node=3' })
    expect(consumeNext()).toBeNull()
  })

  it('accepts a next address on one of our own hosts', () => {
    rememberNext('https://api.example.com/billing')
    expect(consumeNext()).toEqual({ kind: 'url', url: 'https://api.example.com/billing' })
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://api.example.com@evil.example/',
    'https://api.example.com.evil.example/',
    '/\t/evil.example',
  ])('leads to /projects when the next address is foreign: %s', (value) => {
    rememberNext(value)
    expect(consumeNext()).toEqual(projects)
  })

  it.each(['/login', '/login?next=/login', '/register#x', '/recovery/'])(
    'ignores a next address that is a sign-in page: %s',
    (value) => {
      rememberNext(value)
      expect(consumeNext()).toBeNull()
    },
  )

  it('accepts a next address that merely begins like a sign-in page', () => {
    rememberNext('/login-help')
    expect(consumeNext()).toEqual({ kind: 'path', path: '/login-help' })
  })

  it('forgets the next address on request', () => {
    rememberNext('/user')
    forgetNext()
    expect(consumeNext()).toBeNull()
  })

  it('works without a next address when storage is forbidden', () => {
    const storage = Object.getOwnPropertyDescriptor(window, 'sessionStorage')
    Object.defineProperty(window, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    rememberNext('/user')
    expect(consumeNext()).toBeNull()
    if (storage !== undefined) Object.defineProperty(window, 'sessionStorage', storage)
  })
})
