import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { readConfig, type Config } from '../../config.ts'
import { createLog } from '../../log.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { createHttpServer, type HttpServerOptions } from '../http/build-http.ts'
import { createOrigins } from '../http/origins.ts'
import { createSocketRegistry, type SocketRegistry } from '../sockets/registry.ts'
import type { Authenticate, Viewer } from '../viewer.ts'
import { testSlice } from './test-slice.ts'

export interface TestServer {
  readonly url: string
  readonly port: number
  readonly app: FastifyInstance
  readonly sockets: SocketRegistry
  readonly webRoot: string
  /** Every line of the log so far. */
  readonly lines: readonly string[]
  close(): Promise<void>
}

export const createTestViewer = (id: string): Viewer => ({
  kind: 'person',
  person: { id, email: `${id}@example.com`, firstname: null, lastname: null, picture: null, status: 'active' },
  sessionId: `session-${id}`,
  accountId: `account-${id}`,
  hasAccess: true,
})

/** `person=ID` signs in as that person; `person=away` is an identity service that cannot be asked. */
export const authenticateByCookie: Authenticate = async ({ cookie }) => {
  const id = /(?:^|;\s*)person=([\w-]+)/.exec(cookie ?? '')?.[1]
  if (id === 'away') throw new IdentityUnavailableError('connection refused')
  return id === undefined ? { kind: 'anonymous' } : createTestViewer(id)
}

const pageConfig: HttpServerOptions['pageConfig'] = () => ({
  productName: 'Espalier',
  hosts: [],
  signup: 'open',
  socialProviders: [],
  features: { billing: 'local', trialDays: 14, ai: 'outline', feedback: 'builtin', outbox: true },
})

/** A page such as the build would leave behind. */
async function makeWebRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'espalier-page-'))
  await mkdir(join(root, 'assets'))
  await mkdir(join(root, '.vite'))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Espalier</title>')
  await writeFile(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(root, '.vite', 'manifest.json'), '{}')
  await writeFile(join(root, 'assets', 'app-1a2b3c.js'), `export const text = '${'x'.repeat(4000)}'`)
  return root
}

export interface TestServerOptions extends Partial<Omit<HttpServerOptions, 'config'>> {
  readonly env?: NodeJS.ProcessEnv
}

export async function startTestServer({ env = {}, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const config: Config = readConfig({ PORT: '0', RATE_LIMITS: 'off', ...env }, tmpdir())
  const lines: string[] = []
  const log = createLog({ level: 'info', isTerminal: false, destination: { write: (line) => void lines.push(line) } })
  const webRoot = options.webRoot ?? (await makeWebRoot())
  const sockets = options.sockets ?? createSocketRegistry({ hasLimits: config.rateLimits })
  const app = await createHttpServer({
    origins: createOrigins(config),
    authenticate: authenticateByCookie,
    slices: [testSlice],
    routes: [],
    isReady: async () => ({ ready: true }),
    pageConfig,
    log,
    sockets,
    ...options,
    config,
    webRoot,
  })
  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    app,
    sockets,
    webRoot,
    lines,
    async close() {
      await app.close()
      if (options.webRoot === undefined) await rm(webRoot, { recursive: true })
    },
  }
}
