import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@espalier/postgres/testing'
import { launchServer, stopServer } from './process.ts'
import { openSlowLine } from './slow-line.ts'

export interface RunningServer {
  readonly url: string
  /** The environment it runs in, for commands that work beside it. */
  readonly env: Record<string, string>
  /** Everything it has printed so far. */
  output(): string
  stop(): Promise<void>
}

/** Starts a server on a free port with its own database and data directory. */
export async function startServer(settings: Record<string, string> = {}): Promise<RunningServer> {
  const database = await testDatabase([])
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-e2e-'))
  const delay = Number(process.env['LINE_DELAY'] ?? 0)
  const line = delay > 0 && settings['WEB_URL'] === undefined ? await openSlowLine(delay) : null
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    RATE_LIMITS: 'off',
    ...(line !== null && { WEB_URL: line.url, PORT: `${line.serverPort}` }),
    ...settings,
  }
  const server = launchServer(env)
  const url = await server.ready
  return {
    url,
    env: { PORT: new URL(url).port, ...env },
    output: server.output,
    stop: async () => {
      await line?.stop()
      await stopServer(server)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
