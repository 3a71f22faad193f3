import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openIndexedRecords } from './indexed-records.ts'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
})

function open() {
  const records = openIndexedRecords('test')
  if (records === null) throw new Error('There is no storage')
  return records
}

describe('records in IndexedDB', () => {
  it('are read by name and by the beginning of their names, in order', async () => {
    const records = open()
    await records.write(async ({ put }) => {
      put('b:2', 'two')
      put('b:1', ['one'])
      put('c', 'other')
    })
    expect(await records.read(({ get }) => get('c'))).toBe('other')
    expect(await records.read(({ get }) => get('d'))).toBeUndefined()
    expect(await records.read(({ names }) => names('b:'))).toEqual(['b:1', 'b:2'])
    expect(await records.read(({ all }) => all('b:'))).toEqual([
      ['b:1', ['one']],
      ['b:2', 'two'],
    ])
  })

  it('are shared by all tabs, whose writes follow each other', async () => {
    const [first, second] = [open(), open()]
    const add = (records: typeof first) =>
      records.write(async ({ get, put }) => put('count', Number((await get('count')) ?? 0) + 1))
    await Promise.all([add(first), add(second), add(first), add(second)])
    expect(await first.read(({ get }) => get('count'))).toBe(4)
  })

  it('stay as they are when a write fails in the middle', async () => {
    const records = open()
    await records.write(async ({ put }) => put('a', 'before'))
    const failing = records.write(async ({ put, get }) => {
      put('a', 'after')
      await get('a')
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    expect(await records.read(({ get }) => get('a'))).toBe('before')
  })

  it('reject what cannot be stored', async () => {
    await expect(open().write(async ({ put }) => put('a', () => 'a function'))).rejects.toThrow()
  })

  it('do not exist in a browser without such a storage, and reject everything in one that blocks it', async () => {
    vi.stubGlobal('indexedDB', undefined)
    expect(openIndexedRecords('test')).toBeNull()
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('Blocked', 'SecurityError')
      },
    })
    await expect(open().read(({ get }) => get('a'))).rejects.toThrow('Blocked')
  })
})
