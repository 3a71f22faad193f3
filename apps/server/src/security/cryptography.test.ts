import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealing, createSigning, loadSecretKeys } from './cryptography.ts'

const old = 'the old secret, which is long enough'
const present = 'the new secret, which is long enough'

describe('Sealed secret', () => {
  it('opens a sealed secret only in the place it was sealed for', () => {
    const sealing = createSealing([present])
    const sealed = sealing.seal('token', 'account-1 key')
    expect(sealed).not.toContain('token')
    expect(sealing.open(sealed, 'account-1 key')).toBe('token')
    expect(sealing.open(sealed, 'account-2 key')).toBeNull()
  })

  it('seals the same secret differently each time', () => {
    const sealing = createSealing([present])
    expect(sealing.seal('token', 'x')).not.toBe(sealing.seal('token', 'x'))
  })

  it('opens a secret with an older key while that is still listed', () => {
    const sealed = createSealing([old]).seal('token', 'x')
    expect(createSealing([present, old]).open(sealed, 'x')).toBe('token')
    expect(createSealing([present]).open(sealed, 'x')).toBeNull()
    expect(createSealing([present, old]).usesCurrentKey(sealed)).toBe(false)
    expect(createSealing([present, old]).usesCurrentKey(createSealing([present]).seal('token', 'x'))).toBe(true)
  })

  it.each(['', 'v1', 'v1.a.b.c.d', 'nonsense'])('does not open an invalid value (%s)', (sealed) => {
    expect(createSealing([present]).open(sealed, 'x')).toBeNull()
  })

  it('does not open a changed value', () => {
    const sealing = createSealing([present])
    const parts = sealing.seal('token', 'x').split('.')
    const changed = [...parts.slice(0, 3), 'AAAA', ...parts.slice(4)].join('.')
    expect(sealing.open(changed, 'x')).toBeNull()
  })
})

describe('Secret key', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'espalier-secret-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('uses the keys of the operator and writes nothing', async () => {
    expect(await loadSecretKeys(['first', 'second'], folder)).toEqual(['first', 'second'])
    await expect(stat(join(folder, 'secret-key'))).rejects.toThrow('ENOENT')
  })

  it('agrees on one key when ten servers start at once, readable only by its owner', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => loadSecretKeys([], folder)))
    expect(new Set(made.flat()).size).toBe(1)
    expect(made[0]?.[0]?.length).toBeGreaterThanOrEqual(32)
    expect((await stat(join(folder, 'secret-key'))).mode & 0o077).toBe(0)
    expect((await readFile(join(folder, 'secret-key'), 'utf8')).trim()).toBe(made[0]?.[0])
  })
})

const [oldSignedText, fresh] = ['an old secret of some length', 'a fresh secret of some length']

it('reads what it signed, also with a secret that is no longer the first', () => {
  const token = createSigning([oldSignedText], 'invite').sign('ada@example.com é')
  expect(createSigning([fresh, oldSignedText], 'invite').read(token)).toBe('ada@example.com é')
  expect(token).toMatch(/^[\w.-]+$/)
})

it('does not read what another secret or another purpose signed', () => {
  const token = createSigning([oldSignedText], 'invite').sign('ada')
  expect(createSigning([fresh], 'invite').read(token)).toBeNull()
  expect(createSigning([oldSignedText], 'unsubscribe').read(token)).toBeNull()
})

it.each(['', '.', 'YWRh', 'YWRh.', 'YWRh.YWRh', '.YWRh', 'é.é'])('reads no signed text from %j', (token) => {
  expect(createSigning([oldSignedText], 'invite').read(token)).toBeNull()
})

it('does not read a changed or extended token', () => {
  const { sign, read } = createSigning([oldSignedText], 'invite')
  const [body = '', mark = ''] = sign('ada').split('.')
  expect(read(`${Buffer.from('eve').toString('base64url')}.${mark}`)).toBeNull()
  expect(read(`${body}.${mark}.more`)).toBeNull()
  expect(() => createSigning([], 'invite')).toThrow('at least one secret')
})
