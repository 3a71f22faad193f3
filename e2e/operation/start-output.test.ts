import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { discardDataDir } from '@espalier/postgres/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchServer, root, stopServer, type ServerProcess } from '../support/process.ts'

let folder: string
let server: ServerProcess | null = null
// One database for all: creating it takes longer than anything else.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier-output-'))
  // PostgreSQL's account must be able to enter; otherwise the server warns that the database is elsewhere.
  await chmod(folder, 0o711)
})
afterEach(async () => {
  if (server) await stopServer(server)
  server = null
})
afterAll(async () => {
  await discardDataDir(join(folder, 'data'))
  await rm(folder, { recursive: true, force: true })
})

const launch = (settings: Record<string, string>, program?: readonly string[]) => {
  const embedded = { DATA_DIR: join(folder, 'data'), DATABASE_URL: undefined, RATE_LIMITS: 'off' }
  server = launchServer({ ...embedded, ...settings }, program === undefined ? {} : { program })
  return server
}

const evaluate = (code: string) => ['--import', 'tsx', '--input-type=module', '-e', code]
const importSteps = `import { createStartSteps } from './tools/start-steps.mjs'`
// Runs from the sources, which takes longer than a bundle.
const runWithSteps = `${importSteps}
import { runServer } from './apps/server/src/app/run-server.ts'
await runServer(createStartSteps({ total: 2, write: (text) => process.stdout.write(text) }))`

describe('the output of a start', () => {
  it('is one line with the address and where emails go, and requests add no line', async () => {
    const { ready, output } = launch({ LOG_LEVEL: 'info' })
    const url = await ready
    for (const path of ['/healthz', '/login', '/config.json']) await fetch(url + path)
    expect(output()).toBe(`Espalier is ready at ${url} (emails: shown at ${url}/dev/outbox)\n`)
  })

  it('names the mail server without its password', async () => {
    const { ready, output } = launch({ SMTP_URL: 'smtp://robot:secret-word@mail.example.com:587' })
    await ready
    expect(output()).toContain('(emails: sent by mail.example.com:587)')
    expect(output()).not.toContain('secret-word')
  })

  it('shows numbered steps with the seconds they took', async () => {
    const { ready, output } = launch({ LOG_LEVEL: 'info' }, evaluate(runWithSteps))
    const url = await ready
    expect(output().replaceAll(/\d+ s\n/g, 'N s\n')).toBe(
      '1/2 Starting the database … N s\n2/2 Starting the server … N s\n' +
        `Espalier is ready at ${url} (emails: shown at ${url}/dev/outbox)\n`,
    )
  }, 120_000)

  it('has one line for each request and a count of the migrations at debug', async () => {
    const { ready, output } = launch({ LOG_LEVEL: 'debug' })
    const url = await ready
    await fetch(`${url}/config.json?token=hush`)
    const linesWith = (text: string) =>
      output()
        .split('\n')
        .filter((line) => line.includes(text))
    await expect.poll(() => linesWith('/config.json')).toHaveLength(1)
    expect(JSON.parse(linesWith('/config.json')[0] ?? '')).toMatchObject({ level: 'debug', method: 'GET', status: 200 })
    expect(linesWith('migrations applied')).toHaveLength(1)
    expect(output()).not.toMatch(/hush|0001-/)
  })
})

describe('the steps of npm start', () => {
  it('repeat the name of a step after another line, and show a result instead of seconds', async () => {
    const code = `${importSteps}
let time = 0
const steps = createStartSteps({ total: 3, write: (text) => process.stdout.write(text), now: () => time })
steps.begin('Installing packages')
steps.end('up to date')
steps.begin('Building the page')
time = 12_400
steps.write('a warning\\n')
steps.begin('Starting the server')
time = 13_400
steps.end()`
    const { stdout } = await promisify(execFile)(process.execPath, evaluate(code), { cwd: root })
    expect(stdout.split('\n')).toEqual([
      '1/3 Installing packages … up to date',
      '2/3 Building the page …',
      'a warning',
      '2/3 Building the page … 12 s',
      '3/3 Starting the server … 1 s',
      '',
    ])
  })
})
