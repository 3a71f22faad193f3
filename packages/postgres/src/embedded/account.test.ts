import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseAccount, findInaccessibleFolder, hasPermission, unprivilegedAccount } from './account.ts'

const stranger = { uid: 4_000_001, gid: 4_000_001 }

describe('hasPermission', () => {
  it.each([
    [{ mode: 0o700, uid: 0, gid: 0 }, 'enter', false],
    [{ mode: 0o711, uid: 0, gid: 0 }, 'enter', true],
    [{ mode: 0o711, uid: 0, gid: 0 }, 'read', false],
    [{ mode: 0o750, uid: 0, gid: stranger.gid }, 'read', true],
    [{ mode: 0o705, uid: 0, gid: stranger.gid }, 'enter', false],
    [{ mode: 0o077, uid: stranger.uid, gid: stranger.gid }, 'enter', false],
    [{ mode: 0o700, uid: stranger.uid, gid: 0 }, 'write', true],
  ] as const)('permissions %o for %s: %s', (entry, wish, allowed) => {
    expect(hasPermission(entry, stranger, wish)).toBe(allowed)
  })
})

describe('findInaccessibleFolder', () => {
  it('names the folder that the account may not enter at any depth of the path', async () => {
    const shut = await realpath(await mkdtemp(join(tmpdir(), 'espalier-shut-')))
    const deep = join(shut, 'open', 'deeper')
    await mkdir(deep, { recursive: true })
    expect(await findInaccessibleFolder(deep, stranger)).toBe(shut)
    await chmod(shut, 0o711)
    expect(await findInaccessibleFolder(deep, stranger)).toBeNull()
    await rm(shut, { recursive: true })
  })
})

describe('unprivilegedAccount', () => {
  it('uses another account for root and the current one for everybody else', () => {
    const account = unprivilegedAccount()
    if (process.getuid?.() === 0) expect(account?.uid).toBeGreaterThan(0)
    else expect(account).toBeNull()
  })
})

const entry = (name: string, id: number) => `${name}:x:${id}:${id + 1}::/:/bin/false`

describe('chooseAccount', () => {
  it.each([
    [['nobody', 'postgres', 'espalier'], 102],
    [['nobody', 'postgres'], 101],
    [['nobody'], 100],
    [[], 65_534],
  ])('chooses the least shared account of %j for PostgreSQL', (names, uid) => {
    const passwd = ['root:x:0:0::/root:/bin/sh', ...names.map((name, index) => entry(name, 100 + index))].join('\n')
    expect(chooseAccount(passwd).uid).toBe(uid)
  })

  it('never chooses an account that is root under another name', () => {
    expect(chooseAccount('espalier:x:0:0::/:/bin/sh\nnobody:x:99:99::/:/bin/false')).toEqual({ uid: 99, gid: 99 })
  })
})
