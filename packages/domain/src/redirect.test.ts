import { describe, expect, it } from 'vitest'
import { resolveRedirect } from './redirect.ts'

const own = { origin: 'https://app.example.com', hosts: ['app.example.com', 'api.example.com', 'app.test.example'] }
const home = { kind: 'path', path: '/projects' }

describe('where a visitor may be sent after signing in', () => {
  it.each([
    ['/tree/1', '/tree/1'],
    ['/tree/1?a=b#node=2', '/tree/1?a=b#node=2'],
    ['tree/1', '/tree/1'],
    ['https://app.example.com/user', '/user'],
    ['/a/../b', '/b'],
    ['?x=1', '/?x=1'],
  ])('own origin: %s becomes a path', (value, path) => {
    expect(resolveRedirect(value, own)).toEqual({ kind: 'path', path })
  })

  it.each(['https://api.example.com/trial', 'https://app.test.example/projects'])('own host: %s is followed', (url) => {
    expect(resolveRedirect(url, own)).toEqual({ kind: 'url', url })
  })

  it.each([
    null,
    undefined,
    '',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'https://app.example.com//evil.example',
    'https://evil.example',
    'http://api.example.com/trial',
    'https://api.example.com.evil.example/',
    'https://api.example.com@evil.example/',
    'https://user:pass@api.example.com/',
    'https://api.example.com:444/',
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:https://app.example.com/1',
    'ftp://api.example.com/',
    'http://[',
    ' https://evil.example',
  ])('hostile or empty: %j goes home', (value) => {
    expect(resolveRedirect(value, own)).toEqual(home)
  })
})
