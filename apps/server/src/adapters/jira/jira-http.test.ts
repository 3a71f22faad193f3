import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { startJiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import { createSelfSignedCertificate } from '@espalier/stand-ins/self-signed-certificate.ts'
import { describe, expect, it } from 'vitest'
import { type JiraHostRules, resolveJiraHost } from './jira-http.ts'
import { createJiraTracker } from './jira-tracker.ts'

const rules = (more: Partial<JiraHostRules> = {}): JiraHostRules => ({
  hostMap: new Map(),
  allowHosts: [],
  ...more,
})

describe('Jira destination', () => {
  it.each(['localhost', '127.0.0.1', 'acme.atlassian.net:8080', 'jira.example.com:80', 'user@jira.example.com'])(
    '%s is not a valid destination',
    (domain) => {
      expect(resolveJiraHost(domain, rules())).toBeNull()
    },
  )

  it('always uses HTTPS, and another port only if the operator allows it', () => {
    expect(resolveJiraHost('http://Jira.example.com/x', rules())).toMatchObject({ base: 'https://jira.example.com' })
    expect(resolveJiraHost('jira.example.com:8443', rules())).toBeNull()
    expect(resolveJiraHost('jira.example.com:8443', rules({ allowHosts: ['jira.example.com:8443'] }))).toMatchObject({
      base: 'https://jira.example.com:8443',
    })
  })
})

const at = (address: string): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })

const inside = () => Promise.resolve([at('127.0.0.1')])

const ask = async (resolve: NonNullable<JiraHostRules['resolve']>) => {
  const tracker = createJiraTracker(rules({ resolve }))
  const answer = await tracker.site({ domain: 'rebound.example.com', apiUser: 'a', apiKey: 'b' }).myself()
  tracker.close()
  return answer
}

describe('Jira host name that resolves to an internal address', () => {
  it('refuses an internal address with the same error as an unreachable host', async () => {
    const refused = await ask(inside)
    const missing = await ask(() => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })))
    expect(refused).toEqual(missing)
    expect(refused).toMatchObject({ ok: false, reason: { kind: 'unreachable' } })
  })

  it('refuses a host if only one of its addresses is internal', async () => {
    expect(await ask(() => Promise.resolve([at('8.8.8.8'), at('::1')]))).toMatchObject({ ok: false })
  })

  it('connects to the address that was checked, even if DNS changes in between', async () => {
    const answers = [at('203.0.114.7'), at('127.0.0.1')]
    const lookup = resolveJiraHost(
      'rebound.example.com',
      rules({ resolve: async () => [answers.shift() ?? at('127.0.0.1')] }),
    )?.lookup
    const readIssue = () =>
      new Promise((resolve) => {
        lookup?.('rebound.example.com', { all: true }, (error, addresses) => resolve(error ?? addresses))
      })
    expect(await readIssue()).toEqual([at('203.0.114.7')])
    expect(await readIssue()).toMatchObject({ code: 'EREFUSEDADDRESS' })
  })

  it('uses HTTPS and verifies the certificate of a host that the operator exempts', async () => {
    const certificate = createSelfSignedCertificate('inside.example.com')
    const site = await startJiraSite({ flavor: 'data-center', certificate })
    const domain = `inside.example.com:${site.port}`
    const exempt = { ...rules({ resolve: inside, allowHosts: [domain] }), backoffMs: 1 }
    const asked = async (ca?: string) => {
      const tracker = createJiraTracker({ ...exempt, ...(ca !== undefined && { ca }) })
      const answer = await tracker.site({ domain, apiUser: 'ada', apiKey: site.token }).myself()
      tracker.close()
      return answer
    }
    expect(await asked(certificate.cert)).toMatchObject({ ok: true, value: { name: 'Ada' } })
    expect(await asked()).toMatchObject({ ok: false, reason: { kind: 'unreachable' } })
    expect(await asked(createSelfSignedCertificate('inside.example.com').cert)).toMatchObject({ ok: false })
    await site.stop()
  })

  it('does not connect to an internal address', async () => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    // The same name does connect when it is exempt, so only the address causes the refusal.
    const tracker = createJiraTracker({
      ...rules({ resolve: inside, allowHosts: [`inside.example.com:${port}`] }),
      backoffMs: 1,
    })
    await tracker.site({ domain: `inside.example.com:${port}`, apiUser: 'a', apiKey: 'b' }).myself()
    expect(connections).toBeGreaterThan(0)
    connections = 0
    await tracker.site({ domain: `outside.example.com:${port}`, apiUser: 'a', apiKey: 'b' }).myself()
    await tracker.site({ domain: 'outside.example.com', apiUser: 'a', apiKey: 'b' }).myself()
    expect(connections).toBe(0)
    tracker.close()
    server.close()
    await once(server, 'close')
  })
})
