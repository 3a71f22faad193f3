import { afterEach, describe, expect, it } from 'vitest'
import { createEncryptedStorage } from './encrypted-storage.ts'

const [ann, bea] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

afterEach(() => window.localStorage.clear())

describe('encrypted storage', () => {
  it('lets only the author read a stored text, and only under its own name', () => {
    expect(createEncryptedStorage([ann])?.write('unsent:a', 'Quinces and medlars')).toBe(true)
    const stored = window.localStorage.getItem('unsent:a') ?? ''
    expect(stored).not.toContain('Quinces')
    window.localStorage.setItem('unsent:b', stored)
    expect(createEncryptedStorage([ann])?.read('unsent:a')).toBe('Quinces and medlars')
    expect(createEncryptedStorage([ann])?.read('unsent:b')).toBeNull()
    expect(createEncryptedStorage([bea])?.read('unsent:a')).toBeNull()
  })

  it("reads stored texts after the server's secret was rotated", () => {
    createEncryptedStorage([ann])?.write('unsent:a', 'Quinces')
    expect(createEncryptedStorage([bea, ann])?.read('unsent:a')).toBe('Quinces')
  })

  it('reads plain texts stored by an earlier version', () => {
    window.localStorage.setItem('unsent:a', '[{"id":"1"}]')
    expect(createEncryptedStorage([ann])?.read('unsent:a')).toBe('[{"id":"1"}]')
  })

  it('creates no encrypted storage without a key', () => {
    expect(createEncryptedStorage([])).toBeNull()
  })
})
