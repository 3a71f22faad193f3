import { describe, expect, it } from 'vitest'
import { defaultPageConfig, jsonResponse, stubNetwork } from '../../testing/network.ts'
import { apiBase, loadConfig, pageConfig } from './page-config.ts'

describe('page configuration', () => {
  it('fetches the configuration once and caches it', async () => {
    const network = stubNetwork({
      '/config.json': () => jsonResponse(200, { ...defaultPageConfig, productName: 'Pear' }),
    })
    expect(await loadConfig()).toMatchObject({ ok: true })
    expect(pageConfig().productName).toBe('Pear')
    expect(apiBase()).toBe('http://localhost:3000')
    expect(network.calls).toHaveLength(1)
  })

  it('reads the configuration that came with the HTML, without a request', async () => {
    const network = stubNetwork({})
    const element = document.createElement('script')
    element.type = 'application/json'
    element.id = 'page-config'
    element.textContent = JSON.stringify({ ...defaultPageConfig, productName: 'Plum' })
    document.head.append(element)
    expect(await loadConfig()).toMatchObject({ ok: true })
    expect([pageConfig().productName, network.calls]).toEqual(['Plum', []])
    element.textContent = '{ "productName": 1'
    expect(await loadConfig()).toMatchObject({ ok: false })
    element.remove()
  })

  it('rejects a configuration that a proxy replaced by its own page', async () => {
    stubNetwork({ '/config.json': () => jsonResponse(200, { hello: 'world' }) })
    expect(await loadConfig()).toEqual({ ok: false, reason: 'unreadable' })
  })

  it.each([
    ['an error', () => jsonResponse(503, {})],
    ['no JSON', () => new Response('<html>')],
    ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ])('reports the configuration as unreachable when the server answers %s', async (_, reply) => {
    stubNetwork({ '/config.json': reply })
    expect(await loadConfig()).toEqual({ ok: false, reason: 'unreachable' })
  })
})
