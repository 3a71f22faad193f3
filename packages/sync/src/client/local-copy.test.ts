import type { ProjectId } from '@espalier/domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemoryDevice, type MemoryDevice } from '../memory/memory-device.ts'
import { aRecord } from '../testing/model-server.ts'
import { readAccountKeys, removeAccountCopies, startAccountCopy } from './account-copy.ts'
import type { DeviceRecords } from './device-records.ts'
import { createLocalCopy } from './local-copy.ts'
import type { SentProject } from './transport.ts'

const aProject = (id: string, seq = 1): SentProject => ({
  id: id as ProjectId,
  title: id,
  body: '',
  status: 'active',
  completionStatus: 'todo',
  owner: 'ada',
  layout: 'tree-right',
  sharing: { generalAccess: 'restricted' },
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  tags: [],
  stages: [],
  fieldDefinitions: [],
  estimateUnit: 'days',
  views: [],
  viewersMayComment: false,
  seq,
  updatedAt: 0,
})

let device: MemoryDevice
let records: DeviceRecords

beforeEach(async () => {
  device = createMemoryDevice()
  records = device.openTab(() => true).records
  await startAccountCopy(records, 'ada', ['key'])
})

const open = (limits = { projects: 30, size: 1_000_000 }) => createLocalCopy(records, 'ada', limits)
const toText = (...titles: string[]): string => JSON.stringify(titles.map((title) => aRecord(title)))
const readTitles = async (id: string, copy = open()) =>
  (await copy.readProject(id))?.nodes.map(({ title }) => title).sort() ?? null

describe('copy of a project', () => {
  it('returns the stored nodes with everything that changed after them', async () => {
    const copy = open()
    await copy.writeProject(aProject('p', 3), 3, [toText('a', 'b'), toText('c')])
    const nodes = [aRecord('b', [], { title: 'new' }), aRecord('c', [], { isDeleted: true }), aRecord('d')]
    expect(await copy.addChanges({ project: aProject('p', 4), from: 3, seq: 5, nodes })).toBe(true)
    expect(await readTitles('p')).toEqual(['a', 'd', 'new'])
    expect(await copy.readProject('p')).toMatchObject({ seq: 5, project: { seq: 4 }, isOutdated: false })
  })

  it('is never replaced by an older state of another tab', async () => {
    const [first, second] = [open(), open()]
    await first.writeProject(aProject('p', 9), 9, [toText('new')])
    await second.writeProject(aProject('p', 4), 4, [toText('old')])
    expect(await second.addChanges({ project: aProject('p', 7), from: 4, seq: 7, nodes: [aRecord('old')] })).toBe(true)
    expect(await readTitles('p')).toEqual(['new'])
    expect(await first.readProject('p')).toMatchObject({ seq: 9, project: { seq: 9 } })
  })

  it('has to be written as a whole when changes in between are missing', async () => {
    const copy = open()
    await copy.writeProject(aProject('p', 3), 3, [toText('a')])
    expect(await copy.addChanges({ project: aProject('p', 3), from: 5, seq: 6, nodes: [aRecord('b')] })).toBe(false)
    expect(await readTitles('p')).toEqual(['a'])
  })

  it('is marked as outdated and completed with defaults when nodes have other fields by now', async () => {
    const copy = open()
    const { status: _unknown, ...older } = aRecord('a')
    await copy.writeProject(aProject('p'), 1, [JSON.stringify([older])])
    const header = device.stored.get('project:ada:p') as object
    device.stored.set('project:ada:p', { ...header, fields: 'id title' })
    const copied = await copy.readProject('p')
    expect([copied?.isOutdated, copied?.nodes[0]?.status]).toEqual([true, 'todo'])
  })
})

describe('limits of the copies', () => {
  it('removes the project that was not used for the longest time', async () => {
    const copy = open({ projects: 2, size: 1_000_000 })
    for (const id of ['p1', 'p2']) await copy.writeProject(aProject(id), 1, [toText(id)])
    await copy.markUsed('p1')
    await copy.writeProject(aProject('p3'), 1, [toText('p3')])
    expect(await copy.projectIds()).toEqual(['p1', 'p3'])
    expect([...device.stored.keys()].filter((name) => name.includes('p2'))).toEqual([])
  })

  it('removes as many projects as a large one needs', async () => {
    const size = toText('x').length
    const copy = open({ projects: 30, size: size * 3 })
    for (const id of ['p1', 'p2', 'p3']) await copy.writeProject(aProject(id), 1, [toText('x')])
    await copy.writeProject(aProject('p4'), 1, [toText('x'), toText('x')])
    expect(await copy.projectIds()).toEqual(['p3', 'p4'])
  })

  it('does not remove a project with unsent edits', async () => {
    const copy = open({ projects: 1, size: 1_000_000 })
    await copy.writeProject(aProject('p1'), 1, [toText('p1')])
    device.stored.set('unsent:ada:p1:tab:1', 'sealed')
    await copy.writeProject(aProject('p2'), 1, [toText('p2')])
    expect(await copy.projectIds()).toEqual(['p1', 'p2'])
  })

  it('does not store a project that is larger than everything may be', async () => {
    const copy = open({ projects: 30, size: 10 })
    await copy.writeProject(aProject('p1'), 1, [toText('x')])
    expect(await copy.projectIds()).toEqual([])
  })
})

describe('end of a copy', () => {
  it('leaves nothing but unsent edits, and does not come back by a late write', async () => {
    const copy = open()
    await copy.writeProject(aProject('p'), 1, [toText('a')])
    await copy.writeList('inbox', ['p'])
    device.stored.set('unsent:ada:p:tab:1', 'sealed')
    await removeAccountCopies(records, null)
    await copy.writeProject(aProject('p', 2), 2, [toText('a')])
    await copy.addChanges({ project: aProject('p', 2), from: 1, seq: 2, nodes: [] })
    await copy.writeList('inbox', ['p'])
    await copy.markUsed('p')
    expect([...device.stored.keys()]).toEqual(['unsent:ada:p:tab:1'])
    expect(await readAccountKeys(records, 'ada')).toBeNull()
  })

  it('comes when another person starts to use the browser', async () => {
    await open().writeProject(aProject('p'), 1, [toText('a')])
    await startAccountCopy(records, 'bob', ['other'])
    expect([...device.stored.keys()]).toEqual(['account:bob'])
    expect(await readTitles('p', createLocalCopy(records, 'bob'))).toBeNull()
  })

  it('removes one project at the end of the access to it', async () => {
    const copy = open()
    for (const id of ['p1', 'p2']) await copy.writeProject(aProject(id), 1, [toText(id)])
    await copy.removeProject('p1')
    expect([await readTitles('p1'), await readTitles('p2')]).toEqual([null, ['p2']])
  })
})
