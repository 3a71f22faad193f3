import { serverAudits } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/test-server.ts'

describe('Audit suite of graphql-http', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const audits = serverAudits({ url: () => `${server.url}/graphql/` })

  it('the suite has 61 audits', () => {
    expect(audits).toHaveLength(61)
  })

  it.each(audits.map(({ id, name, fn }) => [`${id} ${name}`, fn] as const))('%s', async (_name, run) => {
    const result = await run()
    expect(result.status === 'ok' ? 'ok' : result.reason).toBe('ok')
  })
})
