import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { startTestCluster, type TestCluster } from '@espalier/postgres/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorsOf, documents, linksOf, readDocument, wordsInCode } from '../support/documents.ts'
import { root } from '../support/process.ts'
import { likened, runDocument } from '../support/run-document.ts'
import { startServer, type RunningServer } from '../support/server.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = documents()
const paths = all.map(({ path }) => path)
const documentAt = (path: string) => all.find((document) => document.path === path) ?? readDocument(path)

/** Returns every match of the first group in all code of the document. */
const named = (path: string, pattern: RegExp): readonly string[] =>
  wordsInCode(documentAt(path)).flatMap((text) => [...text.matchAll(pattern)].map(({ 1: found = '' }) => found))

describe('runnable documents', () => {
  let cluster: TestCluster
  let server: RunningServer
  beforeAll(async () => {
    cluster = await startTestCluster()
    server = await startServer()
  }, 60_000)
  afterAll(async () => {
    await server.stop()
    await cluster.stop()
  })

  it.each(['docs/api.md', 'docs/operation.md'])(
    '%s',
    async (path) => {
      const answers = await runDocument(documentAt(path), server)
      expect(answers.length).toBeGreaterThan(0)
      for (const { line, shown, came } of answers) expect(likened(shown, came), `${path}:${line}`).toEqual(shown)
      // Each command of a document starts a separate program, which takes long on a busy machine.
    },
    180_000,
  )
})

describe.each(paths)('%s', (path) => {
  const document = documentAt(path)

  it('links only to existing targets', () => {
    const lost = linksOf(document).filter((address) => {
      const [file = '', anchor] = address.split('#')
      const target = file === '' ? path : normalize(join(dirname(path), file))
      if (!existsSync(join(root, target))) return true
      return anchor !== undefined && !anchorsOf(documentAt(target)).includes(anchor)
    })
    expect(lost).toEqual([])
  })

  it('names only existing scripts, programs and files', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining([...named(path, /npm run ([\w:-]+)/g)]))
    const files = [
      ...named(path, /node --import tsx (\S+)/g),
      ...named(path, /^((?:apps|packages|bench|deploy|docs|e2e|simulate|tools)\/[\w./-]+)$/g),
      ...[...document.text.matchAll(/\[(e2e\/operation\/[\w-]+)/g)].map(({ 1: name }) => `${name}.test.ts`),
    ]
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  it('names only existing benches, commands, test projects and variables', () => {
    const benches = [...read('bench/benches.ts').matchAll(/^ {2}'?([\w-]+)'?(?:,|:)/gm)].map(({ 1: name }) => name)
    expect(benches).toEqual(expect.arrayContaining([...named(path, /npm run bench -- ([a-z][\w-]*)/g)]))
    expect(adminCommands()).toEqual(expect.arrayContaining([...named(path, /npm run admin -- ([\w-]+)/g)]))
    const projects = [...read('vitest.config.ts').matchAll(/name: '(\w+)'/g)].map(({ 1: name }) => name)
    const asked = named(path, /vitest run --project ([\w|]+)/g).flatMap((names) => names.split('|'))
    expect([...projects, 'web']).toEqual(expect.arrayContaining(asked))
    const variables = new Set([...read('.env.example').matchAll(/^#([A-Z_]+)=/gm)].map(({ 1: name }) => name))
    const set = named(path, /(?:^| )([A-Z][A-Z0-9]*_[A-Z0-9_]+)(?==|$)/g)
    expect(set.filter((name) => !variables.has(name) && !notOurs.has(name))).toEqual([])
  })
})

function adminCommands(): readonly string[] {
  const folder = 'apps/server/src/admin'
  const files = readdirSync(join(root, folder)).filter((name) => /-commands?\.ts$/.test(name))
  return ['help', ...files.flatMap((name) => namesIn(read(`${folder}/${name}`)))]
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^ {2}name: '([\w-]+)'/gm)].map(({ 1: name = '' }) => name)

/** Error codes, and variables of other programs or of an example itself. */
const notOurs = new Set([
  'BAD_USER_INPUT',
  'NOT_FOUND',
  'RATE_LIMITED',
  'UPSTREAM_FAILED',
  'NODE_EXTRA_CA_CERTS',
  'POSTGRES_PASSWORD',
  'REDIS_PASSWORD',
  'TLS_CERTIFICATE',
  'TLS_KEY',
  'SHOW_LATENCY',
  // Settings of the program for terminals, not of the server.
  'ESPALIER_URL',
  'ESPALIER_TOKEN',
])

describe('guide pictures', () => {
  it('uses every picture, and all are small', () => {
    const folder = 'docs/guide/pictures'
    const pictures = readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
    const used = all.flatMap((document) =>
      linksOf(document).map((address) => normalize(join(dirname(document.path), address))),
    )
    expect(pictures.filter((picture) => !used.includes(picture))).toEqual([])
    const bytes = pictures.reduce((sum, picture) => sum + statSync(join(root, picture)).size, 0)
    expect(bytes).toBeLessThan(1_500_000)
  })
})
