import { describe, expect, it } from 'vitest'
import { startTestServer } from '../testing/test-server.ts'
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

describe('Log of a server', () => {
  it('contains no secret of an address that was requested', async () => {
    const server = await startTestServer()
    const paths = ['/join/%hush', '/join/hush~hush', '/calendar/hush.ics', '/unknown?token=hush', '/tree/1?code=hush']
    let lastId = ''
    for (const path of paths) lastId = (await fetch(server.url + path)).headers.get('x-request-id') ?? ''
    await expect.poll(() => server.lines.some((line) => line.includes(lastId) && line.includes('answered'))).toBe(true)
    await server.close()
    expect(server.lines.join('')).not.toContain('hush')
  })
})
