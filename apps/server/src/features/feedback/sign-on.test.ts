import { jwtVerify } from 'jose'
import { afterEach, describe, expect, it } from 'vitest'

import {
  authenticateByCookie,
  startTestServer,
  type TestServer,
  createTestViewer,
} from '../../transport/testing/test-server.ts'
import { signOnRoutes, type SignOnOptions } from './sign-on-routes.ts'

const key = 'a-private-key-of-the-board'
const board = { kind: 'canny', boardToken: 'board-1', ssoKey: key, sdkUrl: 'https://canny.io/sdk.js' } as const
const vendorEnv = { FEEDBACK: 'canny', FEEDBACK_BOARD_TOKEN: 'board-1', FEEDBACK_SSO_KEY: key }

let server: TestServer
afterEach(() => server.close())

const apiUrl = () => 'https://api.example.com'

async function open(options: Partial<SignOnOptions>, env: NodeJS.ProcessEnv = {}) {
  const routes = [signOnRoutes({ authenticate: authenticateByCookie, board, apiUrl, ...options })]
  server = await startTestServer({ routes, env })
}

const ask = (cookie = 'person=ada', headers: Record<string, string> = {}) =>
  fetch(`${server.url}/sso/feedback`, { headers: { cookie, ...headers } })
const claimsIn = async (answer: Response) => {
  const { token } = (await answer.json()) as { token: string }
  return (await jwtVerify(token, new TextEncoder().encode(key), { algorithms: ['HS256'] })).payload
}

const policyAt = async (path: string) => (await fetch(server.url + path)).headers.get('content-security-policy') ?? ''

describe('Sign-on to an external board', () => {
  it('gives a signed-in person their own token for an hour and keeps the key secret', async () => {
    await open({})
    const answer = await ask()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const claims = await claimsIn(answer.clone())
    expect(claims).toMatchObject({
      id: 'ada',
      email: 'ada@example.com',
      name: 'ada',
      avatarURL: 'https://api.example.com/avatar/ada',
    })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3_600)
    const text = await answer.text()
    expect(JSON.parse(text)).toMatchObject({ provider: 'canny', boardToken: 'board-1', sdkUrl: board.sdkUrl })
    expect(text).not.toContain(key)
  })

  it('gives Quackback a subject claim for five minutes', async () => {
    await open({ board: { ...board, kind: 'quackback' } })
    const claims = await claimsIn(await ask())
    expect(claims).toMatchObject({ sub: 'ada', email: 'ada@example.com', name: 'ada' })
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(300)
    expect(claims).not.toHaveProperty('avatarURL')
  })

  it('gives nobody else a token', async () => {
    const without = { ...createTestViewer('bob'), hasAccess: false }
    await open({
      authenticate: async (headers) => (headers.cookie === 'bob' ? without : authenticateByCookie(headers)),
    })
    expect((await ask('')).status).toBe(401)
    expect((await ask('bob')).status).toBe(403)
    expect((await ask('person=away')).status).toBe(503)
    const foreign = await ask('person=ada', { origin: 'https://evil.example' })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('answers 404 if the board is built in', async () => {
    await open({ board: null })
    expect((await ask()).status).toBe(404)
  })
})

describe('Page of the external board', () => {
  it('only the page of the external board may load its script', async () => {
    await open({}, vendorEnv)
    expect(await policyAt('/feedback/ideas?x=1')).toMatch(
      /script-src 'self' https:\/\/canny\.io;.*frame-src https:\/\/canny\.io https:\/\/\*\.canny\.io;/,
    )
    expect(await policyAt('/feedback')).toContain('https://canny.io')
    for (const path of ['/', '/projects', '/feedbacks', '/user?next=/feedback/']) {
      expect(await policyAt(path)).not.toContain('canny')
    }
  })

  it('loads no external script if the board is built in', async () => {
    await open({ board: null }, { FEEDBACK_SDK_URL: 'https://canny.io/sdk.js' })
    expect(await policyAt('/feedback')).not.toContain('canny')
  })
})
