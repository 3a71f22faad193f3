import { expect, it } from 'vitest'
import { startTestCluster } from '@espalier/postgres/testing'
import { visitor } from '../support/identity-client.ts'
import { startServer } from '../support/server.ts'

it('knows the people of an identity service given by URL', async () => {
  const cluster = await startTestCluster()
  const home = await startServer()
  const other = await startServer({ IDENTITY_URL: `${home.url}/identity`, SIGNUP: 'beta' })
  const ann = visitor(home.url)
  expect((await ann.register('ann@example.com', 'a-garden-wall-in-June-42')).status).toBe(200)

  const cookie = await ann.cookies()
  const known = await askAccount(other.url, cookie)
  expect(known.status).toBe(200)
  expect(await known.json()).toMatchObject({ data: { account: { id: expect.stringMatching(/^.{16,}$/) } } })
  expect((await askAccount(other.url, '')).status).toBe(401)
  expect((await fetch(`${other.url}/identity/sessions/whoami`)).status).toBe(404)
  expect(await (await fetch(`${other.url}/config.json`)).json()).toMatchObject({ identityUrl: `${home.url}/identity` })

  await home.stop()
  const away = await askAccount(other.url, cookie)
  expect(away.status).toBe(503)
  expect(await away.text()).not.toContain('UNAUTHENTICATED')
  await other.stop()
  await cluster.stop()
}, 120_000)

const askAccount = (origin: string, cookie: string) =>
  fetch(`${origin}/graphql/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-client-id': 'operation-test', cookie },
    body: JSON.stringify({ query: '{ account { id } }' }),
  })
