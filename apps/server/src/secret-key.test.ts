import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadSecretKeys } from './secret-key.ts'

describe('the secret key', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-secret-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it("the operator's own are used and nothing is written", async () => {
    expect(await loadSecretKeys(['first', 'second'], folder)).toEqual(['first', 'second'])
    await expect(stat(join(folder, 'secret-key'))).rejects.toThrow('ENOENT')
  })

  it('ten servers that start at once agree on one, which only its owner may read', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => loadSecretKeys([], folder)))
    expect(new Set(made.flat()).size).toBe(1)
    expect(made[0]?.[0]?.length).toBeGreaterThanOrEqual(32)
    expect((await stat(join(folder, 'secret-key'))).mode & 0o077).toBe(0)
    expect((await readFile(join(folder, 'secret-key'), 'utf8')).trim()).toBe(made[0]?.[0])
  })
})
