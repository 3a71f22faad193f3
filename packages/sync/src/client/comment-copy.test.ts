import type { ProjectId } from '@espalier/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryDevice } from '../memory/memory-device.ts'
import { aRecord } from '../testing/model-server.ts'
import { removeAccountCopies, startAccountCopy } from './account-copy.ts'
import { createCommentCopy } from './comment-copy.ts'
import type { DeviceRecords } from './device-records.ts'
import { createLocalCopy } from './local-copy.ts'
import type { SentProject } from './transport.ts'

const id = 'p' as ProjectId
let records: DeviceRecords

beforeEach(async () => {
  records = createMemoryDevice().openTab(() => true).records
  await startAccountCopy(records, 'ada', ['key'])
  await store(1)
})

const store = (seq: number) =>
  createLocalCopy(records, 'ada').writeProject({ id, seq } as SentProject, seq, [JSON.stringify([aRecord('a')])])
const open = () => createCommentCopy(records, 'ada')
const listNames = () => records.read(({ names }) => names('comments:'))

describe('the comments of a node on the device', () => {
  it('reads stored comments as they were written, also after the nodes were stored again', async () => {
    await open().write(id, 'a', [{ id: 'one' }])
    await open().write(id, 'a', [{ id: 'one' }, { id: 'two' }])
    await store(2)
    expect(await open().read(id, 'a')).toEqual([{ id: 'one' }, { id: 'two' }])
    expect(await open().read(id, 'b')).toBeNull()
    expect(await createCommentCopy(records, 'bob').read(id, 'a')).toBeNull()
  })

  it('deletes stored comments with the last one, with the project, and at the logout', async () => {
    await open().write(id, 'a', [{ id: 'one' }])
    await open().write(id, 'a', [])
    expect(await listNames()).toEqual([])
    await open().write(id, 'a', [{ id: 'one' }])
    await createLocalCopy(records, 'ada').removeProject(id)
    expect(await listNames()).toEqual([])
    await store(3)
    await open().write(id, 'a', [{ id: 'one' }])
    await removeAccountCopies(records, null)
    expect(await listNames()).toEqual([])
  })

  it('stores no comments for somebody who has logged out or has no copy of the project', async () => {
    await open().write('other' as ProjectId, 'a', [{ id: 'one' }])
    await removeAccountCopies(records, null)
    await open().write(id, 'a', [{ id: 'one' }])
    expect(await listNames()).toEqual([])
  })

  it('limits stored comments: the oldest are removed first, and an enormous list is not stored', async () => {
    for (let number = 0; number < 205; number += 1) await open().write(id, `n${number}`, [{ id: 'one' }])
    expect(await listNames()).toHaveLength(200)
    expect(await open().read(id, 'n4')).toBeNull()
    expect(await open().read(id, 'n5')).toEqual([{ id: 'one' }])
    await open().write(id, 'n5', [{ body: 'x'.repeat(500_001) }])
    expect(await open().read(id, 'n5')).toBeNull()
  })
})
