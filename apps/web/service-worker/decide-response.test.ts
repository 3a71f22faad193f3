import { pagePaths } from '@espalier/schema'
import { describe, expect, it } from 'vitest'
import { decideResponse } from './decide-response.ts'

const origin = 'https://app.example.com'
const files = new Set(['/shell.html', '/favicon.svg', '/assets/index-1a2b3c4.js'])

const decide = (path: string, request: { method?: string; mode?: string; origin?: string } = {}) =>
  decideResponse(
    { method: request.method ?? 'GET', url: (request.origin ?? origin) + path, mode: request.mode ?? 'cors' },
    origin,
    files,
  )
const open = (path: string) => decide(path, { mode: 'navigate' })

describe('opening an address', () => {
  it.each(pagePaths.filter((path) => !path.startsWith('/feedback')))(
    'is answered with the stored page at %s',
    (path) => {
      expect(open(path.replaceAll(/:[a-z]+/g, '5b1c'))).toBe('shell')
    },
  )

  it.each(['/projects?trial=1', '/tree/5b1c#node=2', '/share?title=Pears', '/Projects/', '/login?flow=1'])(
    'is answered with the stored page at %s',
    (path) => expect(open(path)).toBe('shell'),
  )

  it.each(['/feedback', '/feedback/p/12-dark-mode'])(
    'asks the server first at %s, whose policy may allow an outside board there',
    (path) => expect(open(path)).toBe('server-or-shell'),
  )

  it.each([
    '/trial',
    '/billing',
    '/unsubscribe/abc',
    '/dev/outbox',
    '/identity/self-service/login/browser',
    '/sso/canny',
    '/jira/callback',
    '/avatar/ada',
    '/calendar/abc.ics',
    '/graphql/',
    '/config.json',
    '/no/such/place',
    '/index.html',
    '/shell.html',
    '/service-worker.js',
  ])('is left to the server at %s', (path) => expect(open(path)).toBe('browser'))

  it('is left to the server when a form is sent', () => {
    expect(decide('/login', { method: 'POST', mode: 'navigate' })).toBe('browser')
  })
})

describe('a request of the page', () => {
  it('finds the files of the build in the cache, and those of another build there or on the server', () => {
    expect(decide('/assets/index-1a2b3c4.js')).toBe('file')
    expect(decide('/assets/index-9f8e7d6.js')).toBe('file')
    expect(decide('/favicon.svg')).toBe('file')
  })

  it('finds the configuration in the cache', () => {
    expect(decide('/config.json')).toBe('config')
    expect(decide('/config.json', { method: 'HEAD' })).toBe('browser')
  })

  it.each([
    '/graphql/',
    '/graphql/?query=x',
    '/identity/sessions/whoami',
    '/subscriptions',
    '/avatar/ada',
    '/telemetry/errors',
    '/import/files',
    '/billing',
    '/sso/canny',
    '/mcp',
    '/page-data/projects/5b1c',
    '/healthz',
    '/manifest.webmanifest',
    '/service-worker.js',
    '/shell.html',
    '/projects',
    '/assets/index-1a2b3c4.js?x=1',
    '/something-new',
  ])('goes to the server at %s', (path) => expect(decide(path)).toBe('browser'))

  it('goes to another host untouched, also when its path is that of a file', () => {
    for (const other of ['https://api.example.com', 'http://app.example.com', 'https://app.example.com:8443'])
      expect(decide('/assets/index-1a2b3c4.js', { origin: other })).toBe('browser')
  })

  it('goes to the server when it changes something', () => {
    expect(decide('/assets/index-1a2b3c4.js', { method: 'POST' })).toBe('browser')
  })
})
