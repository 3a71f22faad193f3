import { beforeEach, describe, expect, it } from 'vitest'
import { resetPage } from '../../testing/network.ts'
import { forgetNext, rememberNext, takeNext } from './pending-sign-in.ts'

const projects = { kind: 'path', path: '/projects' }

describe('the stored next', () => {
  beforeEach(() => resetPage())

  it('is read once and removed', () => {
    rememberNext('/tree/7#node=3')
    expect(window.sessionStorage.getItem('next')).toBe('/tree/7#node=3')
    expect(takeNext()).toEqual({ kind: 'path', path: '/tree/7#node=3' })
    expect(takeNext()).toBeNull()
  })

  it('may lead to one of our own hosts', () => {
    rememberNext('https://api.example.com/billing')
    expect(takeNext()).toEqual({ kind: 'url', url: 'https://api.example.com/billing' })
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
  ])('leads to /projects where it is a stranger’s: %s', (value) => {
    rememberNext(value)
    expect(takeNext()).toEqual(projects)
  })

  it.each(['/login', '/login?next=/login', '/register#x', '/recovery/'])(
    'is as good as none where it leads to a page that leads in: %s',
    (value) => {
      rememberNext(value)
      expect(takeNext()).toBeNull()
    },
  )

  it('may begin like a page that leads in', () => {
    rememberNext('/login-help')
    expect(takeNext()).toEqual({ kind: 'path', path: '/login-help' })
  })

  it('can be forgotten', () => {
    rememberNext('/user')
    forgetNext()
    expect(takeNext()).toBeNull()
  })

  it('costs nothing where storage is forbidden', () => {
    const storage = Object.getOwnPropertyDescriptor(window, 'sessionStorage')
    Object.defineProperty(window, 'sessionStorage', {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    rememberNext('/user')
    expect(takeNext()).toBeNull()
    if (storage !== undefined) Object.defineProperty(window, 'sessionStorage', storage)
  })
})
