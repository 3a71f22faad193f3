import { describe, expect, it } from 'vitest'
import { toLoggedPath } from './request-log.ts'

describe('Logged path', () => {
  it.each([
    ['/tree/1?x=secret', '/tree/1'],
    ['/join/abc~def', '/join/(token)'],
    ['/JOIN/abc~def/more?x=1', '/JOIN/(token)'],
    ['//join//abc', '//join//(token)'],
    ['/join', '/join'],
    ['/calendar/abc-def_1.ics?x=1', '/calendar/(token)'],
    [`/${'x'.repeat(600)}`, `/${'x'.repeat(499)}`],
  ])('logs %s without its secrets', (url, path) => {
    expect(toLoggedPath(url)).toBe(path)
  })
})
