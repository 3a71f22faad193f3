import { afterEach, describe, expect, it } from 'vitest'
import { createEncryptedStorage } from './encrypted-storage.ts'

const [ann, bea] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]

afterEach(() => window.localStorage.clear())

describe('texts on this device', () => {
  it('are read by their author alone, and only where they were put', () => {
    expect(createEncryptedStorage([ann])?.write('unsent:a', 'Quinces and medlars')).toBe(true)
    const stored = window.localStorage.getItem('unsent:a') ?? ''
    expect(stored).not.toContain('Quinces')
    window.localStorage.setItem('unsent:b', stored)
    expect(createEncryptedStorage([ann])?.read('unsent:a')).toBe('Quinces and medlars')
    expect(createEncryptedStorage([ann])?.read('unsent:b')).toBeNull()
    expect(createEncryptedStorage([bea])?.read('unsent:a')).toBeNull()
  })

  it('stay readable when the server has got a new secret', () => {
    createEncryptedStorage([ann])?.write('unsent:a', 'Quinces')
    expect(createEncryptedStorage([bea, ann])?.read('unsent:a')).toBe('Quinces')
  })

  it('that an earlier version stored as they were are still read', () => {
    window.localStorage.setItem('unsent:a', '[{"id":"1"}]')
    expect(createEncryptedStorage([ann])?.read('unsent:a')).toBe('[{"id":"1"}]')
  })

  it('cannot be kept without a key', () => {
    expect(createEncryptedStorage([])).toBeNull()
  })
})
