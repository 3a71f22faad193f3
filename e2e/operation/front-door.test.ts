import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '@espalier/postgres/testing'
import { visitor } from '../support/identity-client.ts'
import { startServer, type RunningServer } from '../support/server.ts'

let cluster: TestCluster
let server: RunningServer
beforeAll(async () => {
  cluster = await startTestCluster()
  server = await startServer()
}, 60_000)
afterAll(async () => {
  await server.stop()
  await cluster.stop()
})

describe('front door of the whole server', () => {
  it.each(['/graphql/', '/identity/self-service/login?flow=x', '/trial'])(
    'rejects a form that another site posts to %s before anything runs',
    async (path) => {
      const answer = await fetch(`${server.url}${path}`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          origin: 'https://evil.example',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: 'method=password',
      })
      expect(answer.status).toBe(403)
    },
  )

  it('forbids framing, sniffing and foreign scripts on every page', async () => {
    const answer = await fetch(`${server.url}/login`, { headers: { accept: 'text/html' } })
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('referrer-policy')).toBeTruthy()
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  })

  it('caches hashed files for a year compressed, and revalidates the page each time', async () => {
    const page = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } })
    expect(page.headers.get('cache-control')).toContain('no-cache')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1]
    const answer = await fetch(`${server.url}${script}`, { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/)
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect((await fetch(`${server.url}/assets/none.js`)).status).toBe(404)
  })

  it("serves the operator's pages directly, but not through an unknown proxy", async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200)
    expect((await fetch(`${server.url}/dev/outbox`)).status).toBe(200)
    const forwarded = { 'x-forwarded-for': '203.0.113.9' }
    expect((await fetch(`${server.url}/metrics`, { headers: forwarded })).status).toBe(404)
    expect((await fetch(`${server.url}/dev/outbox`, { headers: forwarded })).status).toBe(404)
  })

  it('opens the account with a session and closes it at its end', async () => {
    const ann = visitor(server.url)
    expect((await ann.account()).status).toBe(401)
    expect((await ann.register('ann@example.com', 'a-garden-wall-in-June-42')).status).toBe(200)
    expect((await ann.account()).status).toBe(200)
    await ann.logOut()
    expect((await ann.account()).status).toBe(401)
  })
})
