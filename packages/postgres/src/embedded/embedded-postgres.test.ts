import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, cp, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DatabaseConnection, openPool } from '../connection/pool.ts'
import { discardDataDir } from '../testing/index.ts'
import { isRoot, unprivilegedAccount } from './account.ts'
import { connectEmbedded, startEmbeddedPostgres } from './embedded-postgres.ts'
import { createAccessibleFolder } from './fixtures/support.ts'
import { readProcessStartTime } from './process-start-time.ts'
import { DatabaseStartError } from './start-error.ts'

const quiet = (dataDir: string) => startEmbeddedPostgres({ dataDir, log: () => {} })

/** On a busy machine a new connection may take longer than a request of the product may wait for one. */
const waitMs = 60_000

async function ask(connection: DatabaseConnection, sql: string): Promise<unknown[]> {
  const pool = openPool(connection, { max: 1, waitMs })
  return pool
    .query(sql)
    .then((answer) => answer.rows)
    .finally(() => pool.end())
}

async function refusal(dataDir: string): Promise<string> {
  const error: unknown = await quiet(dataDir).then(
    () => null,
    (refused: unknown) => refused,
  )
  expect(error).toBeInstanceOf(DatabaseStartError)
  const { message } = error as DatabaseStartError
  expect(message).not.toContain('\n')
  return message
}

describe('Embedded PostgreSQL', () => {
  let folder: string
  let dataDir: string
  let cluster: string

  beforeAll(async () => {
    folder = await createAccessibleFolder()
    dataDir = join(folder, 'my data')
    cluster = join(dataDir, 'postgres', 'cluster')
    const first = await quiet(dataDir)
    await ask(first.connection, 'create table trees (id int); insert into trees values (1)')
    await first.stop()
  })
  afterAll(async () => {
    await discardDataDir(dataDir)
    await rm(folder, { recursive: true })
  })

  it('keeps its data in DATA_DIR after a stop and leaves no process behind', async () => {
    const server = await quiet(dataDir)
    expect(server.adopted).toBe(false)
    expect(await ask(server.connection, 'select id from trees')).toEqual([{ id: 1 }])
    expect((await stat(cluster)).uid).toBe(unprivilegedAccount()?.uid ?? process.getuid?.())
    const { processId } = server
    await server.stop()
    expect(readProcessStartTime(processId)).toBeNull()
  })

  it('listens only on a socket, writes durably and compares text the same on every machine', async () => {
    const server = await quiet(dataDir)
    expect(server.connection.host).toBe(cluster)
    const names = ['listen_addresses', 'fsync', 'synchronous_commit', 'data_checksums', 'server_encoding']
    const settings = names.map((name) => `current_setting('${name}') as ${name}`).join()
    expect(await ask(server.connection, `select ${settings}`)).toEqual([
      { listen_addresses: '', fsync: 'on', synchronous_commit: 'on', data_checksums: 'on', server_encoding: 'UTF8' },
    ])
    expect(
      await ask(server.connection, `select datlocale from pg_database where datname = current_database()`),
    ).toEqual([{ datlocale: 'C.UTF-8' }])
    await server.stop()
  })

  it('requires its password and gives the product no superuser rights', async () => {
    const server = await quiet(dataDir)
    const { password, ...open } = server.connection
    expect(password?.length).toBeGreaterThan(30)
    await expect(new Client({ ...open, password: 'guess' }).connect()).rejects.toMatchObject({ code: '28P01' })
    await expect(new Client({ ...open, user: 'postgres', password }).connect()).rejects.toMatchObject({ code: '28P01' })
    await expect(ask(server.connection, `select pg_read_file('/etc/passwd')`)).rejects.toMatchObject({ code: '42501' })
    const secret = await stat(join(dataDir, 'postgres', 'password'))
    expect(secret.mode & 0o777).toBe(0o600)
    await server.stop()
  })

  it('refuses a second server with the process id of the first, but lets a command connect', async () => {
    expect(await connectEmbedded(dataDir)).toBeNull()
    const server = await quiet(dataDir)
    expect(await refusal(dataDir)).toBe(`DATA_DIR ${dataDir} is already in use by process ${process.pid}`)
    const beside = await connectEmbedded(dataDir)
    expect(beside).toEqual(server.connection)
    await server.stop()
    expect(await connectEmbedded(dataDir)).toBeNull()
  })

  it('restarts by itself at the same address when it is killed', async () => {
    const server = await quiet(dataDir)
    const pool = openPool(server.connection)
    await pool.query('insert into trees values (2)')
    const killed = server.processId
    process.kill(killed, 'SIGKILL')
    const count = () =>
      pool.query('select id from trees').then(
        (answer) => answer.rowCount,
        () => null,
      )
    await expect.poll(() => server.processId === killed, { timeout: 20_000 }).toBe(false)
    await expect.poll(count, { timeout: 20_000 }).toBe(2)
    await pool.query('delete from trees where id = 2')
    await pool.end()
    await server.stop()
    expect(readProcessStartTime(server.processId)).toBeNull()
  })

  it('ignores a pid file that names a dead process or another program of the same account', async () => {
    const sleeper: ChildProcess = spawn('sleep', ['600'], { ...unprivilegedAccount(), cwd: '/', stdio: 'ignore' })
    await once(sleeper, 'spawn')
    const dead: ChildProcess = spawn('true', { stdio: 'ignore' })
    await once(dead, 'exit')
    for (const pid of [sleeper.pid, dead.pid]) {
      const lines = [pid, cluster, 1_700_000_000, 5432, cluster, '', '  1234567         0', 'ready   ', '']
      await writeFile(join(cluster, 'postmaster.pid'), lines.join('\n'))
      const server = await quiet(dataDir)
      expect(server.adopted).toBe(false)
      expect(await ask(server.connection, 'select id from trees')).toEqual([{ id: 1 }])
      await server.stop()
    }
    sleeper.kill()
    await once(sleeper, 'exit')
  })

  it.each([
    ['PG_VERSION', '15\n', /was made by PostgreSQL 15, not 18$/],
    ['PG_VERSION', '', /is not a PostgreSQL data directory$/],
    ['postgresql.conf', 'shared_buffers = banana\n', /^PostgreSQL did not start: .*shared_buffers|configuration/],
  ])('refuses with one line if %s contains %j', async (file, contents, line) => {
    const path = join(cluster, file)
    const before = await readFile(path)
    await writeFile(path, contents)
    expect(await refusal(dataDir)).toMatch(line)
    await writeFile(path, before)
    await (await quiet(dataDir)).stop()
  })

  it('refuses to continue without its password and creates no other', async () => {
    const file = join(dataDir, 'postgres', 'password')
    await rename(file, `${file}.away`)
    expect(await refusal(dataDir)).toBe(`The password of the database is missing: ${file}`)
    await rename(`${file}.away`, file)
    await (await quiet(dataDir)).stop()
  })
})

const isCopied = (source: string): boolean => !/holder|cluster/.test(source)

describe('Embedded DATA_DIR', () => {
  it('refuses a DATA_DIR that is not a directory or cannot be created', async () => {
    const folder = await createAccessibleFolder()
    const file = join(folder, 'file')
    await writeFile(file, '')
    expect(await refusal(file)).toBe(`DATA_DIR ${file} is not a directory`)
    expect(await refusal(join(file, 'below'))).toBe(`DATA_DIR ${join(file, 'below')} is not a directory`)
    expect(await refusal('/proc/espalier')).toMatch(/^DATA_DIR \/proc\/espalier cannot be written/)
    expect(await connectEmbedded(file)).toBeNull()
    await rm(folder, { recursive: true })
  })

  it('accepts a DATA_DIR whose path is too long for a socket', async () => {
    const folder = await createAccessibleFolder()
    const dataDir = join(folder, 'long '.repeat(20).trim(), 'longer'.repeat(10))
    const server = await quiet(dataDir)
    const socketFolder = server.connection.host
    expect(Buffer.byteLength(socketFolder)).toBeLessThan(90)
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700)
    expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await connectEmbedded(dataDir)).toEqual(server.connection)
    await server.stop()
    await expect(access(socketFolder)).rejects.toMatchObject({ code: 'ENOENT' })
    await discardDataDir(dataDir)
    await rm(folder, { recursive: true })
  })

  it('stores the data in the state folder of the system if only the owner may enter DATA_DIR', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'espalier private '))
    expect((await stat(dataDir)).mode & 0o077).toBe(0)
    const server = await quiet(dataDir)
    const place = server.connection.host
    expect(place.startsWith(isRoot() ? '/var/lib/espalier/' : dataDir)).toBe(true)
    await ask(server.connection, 'create table trees (id int)')
    await server.stop()
    const again = await quiet(dataDir)
    expect(again.connection.host).toBe(place)
    expect(await ask(again.connection, 'select id from trees')).toEqual([])
    await again.stop()
    await discardDataDir(dataDir)
    await expect(readdir(place)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('does not let two servers use the same data after DATA_DIR was copied', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'espalier-private-'))
    const server = await quiet(dataDir)
    const copy = await mkdtemp(join(tmpdir(), 'espalier-copy-'))
    await cp(join(dataDir, 'postgres'), join(copy, 'postgres'), { recursive: true, filter: isCopied })
    if (isRoot()) expect(await refusal(copy)).toContain(`is already in use by process ${process.pid}`)
    await server.stop()
    await discardDataDir(dataDir)
    if (isRoot()) expect(await refusal(copy)).toMatch(/leads to .*, but the database is not there$/)
    await rm(copy, { recursive: true })
  })
})
