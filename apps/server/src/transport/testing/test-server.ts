import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import type { Slice } from '../../api/slice.ts'
import type { Authenticate, Viewer } from '../../api/viewer.ts'
import { type Config, readConfig } from '../../config/config.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { createLog } from '../../reliability/log.ts'
import { createHttpServer, type HttpServerOptions } from '../http-server.ts'
import { createOrigins } from '../http/origins.ts'
import { createSocketRegistry, type SocketRegistry } from '../sockets/socket-registry.ts'

/** The fields that the test's resolvers executed: a refused request must leave no trace here. */
export const executedFields: string[] = []

interface Branch {
  readonly name: string
}

/** A slice that has one of everything the transport must carry. */
export const testSlice: Slice = {
  name: 'test',
  typeDefs: /* GraphQL */ `
    extend type Query {
      hello(name: String = "world", times: Int): String!
      me: String!
      client: String
      operation: String
      branch: Branch!
      echo(value: JSON): JSON
      at(value: Millis): Millis
      fail(how: Failure!): String
      number: Int
    }
    extend type Mutation {
      append(text: String!): [String!]!
    }
    extend type Subscription {
      ticks(to: Int!): Int!
      forever: Int!
      refused: Int!
    }
    type Branch {
      name: String!
      branch: Branch!
    }
    enum Failure {
      unauthenticated
      forbidden
      input
      often
      bug
      busy
      lost
    }
  `,
  resolvers: {
    Query: {
      hello: (_parent: unknown, { name, times }: { name: string; times?: number }) => {
        executedFields.push('hello')
        return `hello ${name}`.repeat(times ?? 1)
      },
      me: (_parent, _args, { viewer }) => {
        if (viewer.kind === 'anonymous') throw new ApiError('UNAUTHENTICATED', 'Please sign in')
        return viewer.person.id
      },
      client: (_parent, _args, { clientId }) => clientId,
      operation: (_parent, _args, { operationId }) => operationId,
      branch: (): Branch => ({ name: 'root' }),
      echo: (_parent: unknown, { value }: { value: unknown }) => value,
      at: (_parent: unknown, { value }: { value?: number }) => value ?? new Date(1_700_000_000_000),
      fail: (_parent: unknown, { how }: { how: string }) => {
        throw failureByName[how] ?? new Error('the secret reason at /home/espalier')
      },
      number: () => 'not a number, hush',
    },
    Branch: {
      branch: ({ name }: Branch): Branch => ({ name: `${name}.` }),
    },
    Mutation: {
      append: async (_parent: unknown, { text }: { text: string }) => {
        await Promise.resolve()
        executedFields.push(text)
        return [...executedFields]
      },
    },
    Subscription: {
      ticks: {
        async *subscribe(_parent: unknown, { to }: { to: number }) {
          for (let tick = 1; tick <= to; tick += 1) yield { ticks: tick }
        },
      },
      forever: {
        async *subscribe() {
          yield { forever: 1 }
          await new Promise(() => undefined)
        },
      },
      refused: {
        subscribe: () => {
          throw new ApiError('NOT_FOUND', 'No such project')
        },
      },
    },
  },
}

const failureByName: Readonly<Record<string, Error>> = {
  unauthenticated: new ApiError('UNAUTHENTICATED', 'Please sign in'),
  forbidden: new ApiError('FORBIDDEN', 'Not for you'),
  input: new ApiError('BAD_USER_INPUT', 'Too long', { field: 'title' }),
  often: new ApiError('RATE_LIMITED', 'Slowly', { retryAfter: 7 }),
  busy: Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' }),
  lost: new Error('Connection terminated unexpectedly'),
}

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

/** `person=ID` signs in as that person; `person=away` simulates an unavailable identity service. */
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

/** Creates a page as the build would. */
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

interface TestServerOptions extends Partial<Omit<HttpServerOptions, 'config'>> {
  readonly env?: NodeJS.ProcessEnv
}

export async function startTestServer({ env = {}, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const config: Config = readConfig({ PORT: '0', RATE_LIMITS: 'off', ...env }, tmpdir())
  const lines: string[] = []
  const log = createLog({ level: 'debug', isTerminal: false, destination: { write: (line) => void lines.push(line) } })
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
