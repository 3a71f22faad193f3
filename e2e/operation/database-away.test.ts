import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionStringOf, startEmbeddedPostgres } from '@espalier/postgres'
import { discardDataDir } from '@espalier/postgres/testing'
import { expect, it } from 'vitest'
import { visitor } from '../support/identity-client.ts'
import { launchServer, stopServer } from '../support/process.ts'

const silent = () => undefined

it('with the database away it says so in codes, and serves again by itself when it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'espalier-away-'))
  await chmod(folder, 0o711)
  const database = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: silent })
  const server = launchServer({
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: connectionStringOf(database.connection),
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
  })
  const url = await server.ready
  const ann = visitor(url)
  expect((await ann.register('ann@example.com', 'a-garden-wall-in-June-42')).status).toBe(200)

  await database.stop()
  const away = await fetch(`${url}/readyz`)
  expect(away.status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const refused = await ann.account()
  expect(refused.status).toBeGreaterThanOrEqual(500)
  const told = await refused.text()
  expect(told).toContain('"code"')
  expect(told).not.toMatch(/\bat .+\.ts|node_modules|postgres/i)

  const again = await startEmbeddedPostgres({ dataDir: join(folder, 'database'), log: silent })
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status, { timeout: 20_000 }).toBe(200)
  expect((await ann.whoami()).status).toBe(200)
  expect((await ann.account()).status).toBe(200)

  expect(await stopServer(server)).toBe(0)
  await again.stop()
  await discardDataDir(join(folder, 'database'))
  await discardDataDir(join(folder, 'data'))
}, 120_000)
