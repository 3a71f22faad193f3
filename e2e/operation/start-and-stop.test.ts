import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { launchServer, stopServer, type ServerProcess } from '../support/process.ts'
import { secondOnSameFolder } from '../support/second-process.ts'

let folder: string
const started: ServerProcess[] = []
const launch = (settings: Record<string, string | undefined> = {}, program = {}) => {
  const embedded = { DATA_DIR: join(folder, 'data'), DATABASE_URL: undefined, RATE_LIMITS: 'off' }
  const server = launchServer({ ...embedded, ...settings }, program)
  started.push(server)
  return server
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'espalier operation-'))
  await chmod(folder, 0o711)
})
afterEach(async () => {
  for (const server of started.splice(0)) await stopServer(server)
  for (const data of ['data', 'secluded/data']) await discardDataDir(join(folder, data))
  await rm(folder, { recursive: true, force: true })
})

describe('starting and stopping', () => {
  it('starts on an empty folder with a space in its path, answers, and stops on SIGTERM', async () => {
    const server = launch({}, { isFromSources: true })
    const url = await server.ready
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    expect(await stopServer(server)).toBe(0)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
  })

  it("refuses a second server on the same folder and names the first one's process id", async () => {
    const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: undefined, RATE_LIMITS: 'off' }
    const { exitCode, output, firstPid, firstStatus } = await secondOnSameFolder(settings)
    expect([exitCode, firstStatus]).toEqual([1, 200])
    expect(output).toContain(String(firstPid))
    expect(output.split('\n')).toHaveLength(1)
  })

  it('reports a port in use in one line', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const address = holder.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const server = launch({ PORT: port })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(port)
    expect(oneLine(server)).toBe(true)
    holder.close()
  })

  it.each([
    ['PORT', 'eighty'],
    ['WEB_URL', 'not a url'],
    ['SECRET_KEY', 'short'],
  ])('stops with one line that names a wrong %s', async (name, value) => {
    const server = launch({ [name]: value }, { isFromSources: true })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(name)
    expect(oneLine(server)).toBe(true)
  })

  it('reports a data directory that is a file in one line', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const server = launch({ DATA_DIR: file })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain(file)
    expect(oneLine(server)).toBe(true)
  })

  it.runIf(existsSync('/proc/self'))('names a data directory that it cannot write to in one line', async () => {
    // Nobody can write there, not even root.
    const server = launch({ DATA_DIR: '/proc/self' })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('DATA_DIR /proc/self cannot be used')
    expect(oneLine(server)).toBe(true)
  })

  it('reports an unreachable database at the start in one line', async () => {
    const server = launch({ DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:9/none' })
    expect(await server.ended).toBe(1)
    expect(server.output()).not.toContain('secret-word')
    expect(oneLine(server)).toBe(true)
  })

  it('works when only its own user may enter the folder', async () => {
    const secluded = join(folder, 'secluded')
    await mkdir(secluded)
    await chmod(secluded, 0o700)
    const server = launch({ DATA_DIR: join(secluded, 'data') })
    expect((await fetch(`${await server.ready}/readyz`)).status).toBe(200)
    // Only root has to put the database elsewhere, and must be able to find it.
    if (process.getuid?.() === 0) expect(server.output()).toMatch(/The database is in \/var\/lib\/espalier\/\w+/)
    expect(await stopServer(server)).toBe(0)
    const again = launch({ DATA_DIR: join(secluded, 'data') })
    expect((await fetch(`${await again.ready}/readyz`)).status).toBe(200)
  })

  it('keeps the generated secret readable only by its owner', async () => {
    const server = launch()
    await server.ready
    const secret = await readFile(join(folder, 'data', 'secret-key'), 'utf8')
    expect(secret.trim().length).toBeGreaterThanOrEqual(32)
    await stopServer(server)
    const again = launch()
    await again.ready
    expect(await readFile(join(folder, 'data', 'secret-key'), 'utf8')).toBe(secret)
    expect(again.output()).not.toContain(secret.trim())
  })
})

const oneLine = (server: ServerProcess) => server.output().trim().split('\n').length === 1
