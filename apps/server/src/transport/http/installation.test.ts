import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ env: { PRODUCT_NAME: 'Garden "Wall"' } })
  await writeFile(join(server.webRoot, 'service-worker.js'), 'const espalierBuild={}')
  await writeFile(join(server.webRoot, 'shell.html'), '<!doctype html><title>Espalier</title>')
})
afterAll(() => server.close())

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })

describe('Web app manifest', () => {
  it('names the product and where shared texts go, the same for everybody', async () => {
    const response = await get('/manifest.webmanifest')
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ])
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({
      name: 'Garden "Wall"',
      start_url: '/projects',
      display: 'standalone',
      shortcuts: [
        { name: 'My work', url: '/my-work' },
        { name: 'New project', url: '/projects/add' },
      ],
      share_target: { action: '/share', method: 'GET', params: { title: 'title', text: 'text', url: 'url' } },
    })
    expect(await (await get('/manifest.webmanifest', { cookie: 'person=ada' })).text()).toBe(text)
  })

  it('has icons for every shape of a device', async () => {
    const { icons } = JSON.parse(await (await get('/manifest.webmanifest')).text())
    const listed = icons.map(({ sizes, purpose }: { sizes: string; purpose: string }) => `${sizes} ${purpose}`)
    expect(listed).toEqual(['192x192 any', '192x192 maskable', '512x512 any', '512x512 maskable', 'any any'])
  })
})

describe('Service worker', () => {
  it('is revalidated each time, and the policy allows it', async () => {
    const response = await get('/service-worker.js', { 'service-worker': 'script' })
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    const policy = (await get('/login', { accept: 'text/html' })).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("worker-src 'self'")
    expect(policy).toContain("default-src 'self'")
  })

  it('stores a page that is the same for everybody', async () => {
    const [ada, nobody] = [await get('/shell.html', { cookie: 'person=ada' }), await get('/shell.html')]
    expect([ada.status, ada.headers.get('cache-control'), ada.headers.get('set-cookie')]).toEqual([
      200,
      'no-cache',
      null,
    ])
    expect(ada.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(await ada.text()).toBe(await nobody.text())
  })

  it('is missing without a build, so that browsers remove theirs', async () => {
    const empty = await startTestServer({ webRoot: join(server.webRoot, 'none') })
    expect((await fetch(`${empty.url}/service-worker.js`)).status).toBe(404)
    await empty.close()
  })

  it('removes itself from browsers when the operator switches it off', async () => {
    const off = await startTestServer({ webRoot: server.webRoot, env: { SERVICE_WORKER: 'off' } })
    const response = await fetch(`${off.url}/service-worker.js`)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const script = await response.text()
    expect(script).toContain('registration.unregister()')
    expect(script).not.toContain('espalierBuild')
    await off.close()
  })
})
