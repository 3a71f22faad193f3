import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, rm, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { unprivilegedAccount } from './account.ts'
import { copyToCache, findBinaries } from './binaries.ts'
import { createAccessibleFolder } from './fixtures/support.ts'

const account = unprivilegedAccount()
const run = async (program: string): Promise<string> =>
  (await promisify(execFile)(program, ['--version'], { ...account, cwd: '/' })).stdout

let cache: string
let home: string

beforeEach(async () => {
  cache = await createAccessibleFolder()
  home = dirname(dirname(dirname((await findBinaries(null)).postgres)))
})
afterEach(() => rm(cache, { recursive: true }))

describe('findBinaries', () => {
  it('finds programs that the account can run', async () => {
    const binaries = await findBinaries(account)
    expect(await run(binaries.postgres)).toContain(`PostgreSQL) ${binaries.major}.`)
  })
})

describe('copyToCache', () => {
  it('creates a copy that the account can run, with the links of the install script', async () => {
    const native = await copyToCache(home, cache, account)
    expect(await run(join(native, 'bin', 'postgres'))).toContain('PostgreSQL')
    const entries = await readdir(join(native, 'lib'), { withFileTypes: true })
    expect(entries.filter((entry) => entry.isSymbolicLink()).length).toBeGreaterThan(0)
    expect(await readdir(cache)).toHaveLength(1)
  })

  it('keeps a complete copy, repairs a broken link in it and replaces a damaged one', async () => {
    const native = await copyToCache(home, cache, account)
    await writeFile(join(native, 'seen'), '')
    const links = (await readdir(join(native, 'lib'), { withFileTypes: true })).filter((entry) =>
      entry.isSymbolicLink(),
    )
    await unlink(join(native, 'lib', links[0]?.name ?? ''))
    await copyToCache(home, cache, account)
    const mended = (await readdir(join(native, 'lib'), { withFileTypes: true })).filter((entry) =>
      entry.isSymbolicLink(),
    )
    expect(mended).toHaveLength(links.length)
    expect(await readdir(native)).toContain('seen')

    await writeFile(join(native, 'bin', 'initdb'), 'half')
    await copyToCache(home, cache, account)
    expect(await readdir(native)).not.toContain('seen')
    expect(await run(join(native, 'bin', 'initdb'))).toContain('PostgreSQL')
  })

  it('serves several starts at once', async () => {
    const copies = await Promise.all(Array.from({ length: 3 }, () => copyToCache(home, cache, account)))
    expect(new Set(copies).size).toBe(1)
    expect(await run(join(copies[0] ?? '', 'bin', 'postgres'))).toContain('PostgreSQL')
    expect(await readdir(cache)).toHaveLength(1)
  })

  it('refuses with one line if the cache cannot be created', async () => {
    await writeFile(join(cache, 'file'), '')
    await expect(copyToCache(home, join(cache, 'file'), account)).rejects.toThrow(/^Cannot copy PostgreSQL to [^\n]+$/)
  })

  it('refuses, for another account, a cache that this account may not enter', async () => {
    const shut = join(cache, 'shut')
    await mkdir(shut)
    await chmod(shut, 0o700)
    const stranger = { uid: 4_000_001, gid: 4_000_001 }
    await expect(copyToCache(home, shut, stranger)).rejects.toThrow(`may not enter ${shut}`)
  })
})
