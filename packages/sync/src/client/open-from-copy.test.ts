import type { ProjectId } from '@espalier/domain'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryDevice, type MemoryDevice } from '../memory/memory-device.ts'
import { createModelTransport, type ModelTransport } from '../testing/model-project.ts'
import { aRecord, ModelServer } from '../testing/model-server.ts'
import { timerClock } from '../testing/timer-clock.ts'
import { startAccountCopy } from './account-copy.ts'
import { createLocalCopy } from './local-copy.ts'
import { openProject } from './open-project.ts'
import type { OpenedProject } from './project-client.ts'
import type { Clock, LocalStore, SentProject, Transport } from './transport.ts'

const projectId = 'project' as ProjectId
const project: SentProject = {
  id: projectId,
  title: 'Orchard',
  body: '',
  status: 'active',
  completionStatus: 'todo',
  owner: 'ada',
  layout: 'tree-right',
  sharing: { generalAccess: 'restricted', users: {} },
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  tags: [],
  stages: [],
  fieldDefinitions: [],
  estimateUnit: 'days',
  views: [],
  viewersMayComment: false,
  seq: 0,
  updatedAt: 0,
}

let device: MemoryDevice
let server: ModelServer
let texts: Map<string, string>
let tabs = 0

beforeEach(async () => {
  vi.useFakeTimers()
  device = createMemoryDevice()
  texts = new Map()
  server = new ModelServer([aRecord('root'), aRecord('a', ['root'], { position: 100 })])
  await startAccountCopy(device.openTab(() => true).records, 'ada', ['key'])
})
afterEach(() => vi.useRealTimers())

const store: LocalStore = {
  read: (name) => texts.get(name) ?? null,
  write: (name, text) => texts.set(name, text).has(name),
  remove: (name) => void texts.delete(name),
  names: (prefix) => [...texts.keys()].filter((name) => name.startsWith(prefix)),
  seal: (name, text) => `${name} ${text}`,
  open: (name, sealed) => (sealed.startsWith(`${name} `) ? sealed.slice(name.length + 1) : null),
}

interface Tab extends OpenedProject {
  readonly transport: ModelTransport
  /** Closes the tab like a person does. */
  close(): void
  /** Ends the tab without any last words. */
  crash(): void
}

/** Opens the project in a new tab of the same browser. */
async function openTab({
  isAway = false,
  change = (made: ModelTransport): Transport => made,
  clock = timerClock as Clock,
} = {}): Promise<Tab> {
  let isOpen = true
  const transport = createModelTransport(server, project, `tab-${(tabs += 1)}`)
  if (isAway) transport.goAway(true)
  const tab = device.openTab(() => isOpen)
  const opening = await openProject({
    projectId,
    transport: change(transport),
    clock,
    newId: () => crypto.randomUUID(),
    random: () => 0,
    personId: 'ada',
    ownSessionIds: () => ['ada'],
    openDevice: async () => ({ ...tab, copy: createLocalCopy(tab.records, 'ada') }),
    openStore: async () => store,
  })
  if (opening.kind !== 'open') throw new Error(opening.kind)
  opening.allowEditing(true)
  const crash = () => {
    transport.goAway(true)
    isOpen = false
    device.closed()
  }
  return {
    ...opening,
    transport,
    crash,
    close() {
      opening.client.leave()
      opening.client.close()
      crash()
    },
  }
}

/** The page has requested the project before its client exists. */
function withEarlySnapshot(made: ModelTransport): Transport {
  const early = made.readSnapshot('open')
  return { ...made, readEarlySnapshot: () => early, readSnapshot: () => early }
}

const refuseToStore = () => Promise.reject(new DOMException('', 'QuotaExceededError'))

const pass = (ms = 5_000) => vi.advanceTimersByTimeAsync(ms)
const titles = ({ client }: OpenedProject) => [...client.nodes()].map(({ title }) => title).sort()
const storedTitles = () =>
  server
    .living()
    .map(({ title }) => title)
    .sort()

describe('opening from the copy', () => {
  it('shows the copy before any answer, and then what has changed meanwhile', async () => {
    const first = await openTab()
    await pass()
    first.close()
    server.store('bob', [aRecord('b', ['root'], { position: 200 })])
    const second = await openTab({ isAway: true })
    expect(titles(second)).toEqual(['a', 'root'])
    second.transport.goAway(false)
    await pass(500)
    expect(titles(second)).toEqual(['a', 'b', 'root'])
    expect(second.client.isLocalCopy.get()).toBe(false)
  })

  it('stores the whole project only once the person pauses, or leaves', async () => {
    const readCopy = () => createLocalCopy(device.openTab(() => true).records, 'ada').readProject(projectId)
    const pauses: (() => void)[] = []
    const waitForPause = () => new Promise<void>((resolve) => void pauses.push(resolve))
    const tab = await openTab({ clock: { ...timerClock, waitForPause } })
    await pass()
    expect(await readCopy()).toBeNull()
    pauses[0]?.()
    await pass()
    expect((await readCopy())?.nodes).toHaveLength(2)
    tab.client.edits.change('a', { title: 'Pears' })
    await pass()
    expect((await readCopy())?.nodes.map(({ title }) => title)).toContain('Pears')
    expect(pauses).toHaveLength(1)
    tab.close()
  })

  it('stores the whole project when it is closed before the person pauses', async () => {
    const tab = await openTab({ clock: { ...timerClock, waitForPause: () => new Promise<void>(() => {}) } })
    await pass()
    tab.client.close()
    await pass()
    const copied = await createLocalCopy(device.openTab(() => true).records, 'ada').readProject(projectId)
    expect(copied?.nodes).toHaveLength(2)
  })

  it('stores confirmed edits in the copy, and none that the server has not confirmed', async () => {
    const first = await openTab()
    await pass()
    first.client.edits.change('a', { title: 'Pears' })
    await pass()
    first.transport.goAway(true)
    first.client.edits.change('root', { title: 'Fruit' })
    await pass()
    const copied = await createLocalCopy(device.openTab(() => true).records, 'ada').readProject(projectId)
    expect(copied?.nodes.map(({ title }) => title).sort()).toEqual(['Pears', 'root'])
  })

  it('is marked as a copy when the server is not heard within a second, until it is heard', async () => {
    const first = await openTab()
    await pass()
    first.close()
    const second = await openTab({ isAway: true })
    await pass(900)
    expect(second.client.isLocalCopy.get()).toBe(false)
    await pass(200)
    expect(second.client.isLocalCopy.get()).toBe(true)
    second.transport.goAway(false)
    second.client.tryAgain()
    await pass()
    expect(second.client.isLocalCopy.get()).toBe(false)
  })

  it('uses the project that the page has requested early if that is newer', async () => {
    const first = await openTab()
    await pass()
    first.close()
    server.store('bob', [aRecord('b', ['root'], { position: 200 })])
    expect(titles(await openTab({ change: withEarlySnapshot }))).toEqual(['a', 'b', 'root'])
  })

  it.each([
    ['is missing', { ok: false, code: 'NOT_FOUND', text: '', retryAfter: null, isWhole: false }],
    ['does not exist any more', { ok: true, value: null }],
  ] as const)('removes the copy when the server says that the project %s', async (_name, answer) => {
    const first = await openTab()
    await pass()
    first.close()
    const second = await openTab({ change: (made) => ({ ...made, readProject: async () => answer }) })
    const lost = vi.fn()
    second.client.onLost(lost)
    await pass()
    expect(lost).toHaveBeenCalled()
    expect([...device.stored.keys()]).toEqual(['account:ada'])
  })

  it.each([
    ['is in Trash', { ...project, status: 'deleted' }],
    ['is no longer shared with the person', { ...project, owner: 'bob' }],
  ] as const)('removes the copy of a project that %s', async (_name, changed) => {
    const first = await openTab()
    await pass()
    first.close()
    const value = { ...changed, seq: 9 }
    const second = await openTab({ change: (made) => ({ ...made, readProject: async () => ({ ok: true, value }) }) })
    await pass()
    second.close()
    expect([...device.stored.keys()]).toEqual(['account:ada'])
  })

  it('works without a copy when the storage is full', async () => {
    const tabOfFull = device.openTab(() => true)
    device = { ...device, openTab: () => ({ ...tabOfFull, records: { ...tabOfFull.records, write: refuseToStore } }) }
    const tab = await openTab()
    tab.client.edits.change('a', { title: 'Pears' })
    await pass()
    expect([titles(tab), storedTitles()]).toEqual([
      ['Pears', 'root'],
      ['Pears', 'root'],
    ])
    tab.transport.goAway(true)
    tab.client.edits.change('a', { title: 'Plums' })
    await pass()
    expect([...texts.values()].join()).toContain('Plums')
  })
})

describe('unsent edits of several tabs', () => {
  it('are stored sealed, outlive the browser, and are sent once and in order by the next tab', async () => {
    const first = await openTab()
    await pass()
    first.transport.goAway(true)
    for (const title of ['one', 'two', 'three']) first.client.edits.change('a', { title })
    first.client.edits.create({ kind: 'child', parentId: 'a' }, { title: 'child' })
    await pass()
    first.crash()
    const second = await openTab({ isAway: true })
    expect(titles(second)).toEqual(['child', 'root', 'three'])
    second.client.edits.create({ kind: 'child', parentId: 'root' }, { title: 'later' })
    second.close()
    const third = await openTab()
    await pass()
    expect(storedTitles()).toEqual(['child', 'later', 'root', 'three'])
    expect(titles(third)).toEqual(storedTitles())
    expect(server.log.map(({ nodes }) => nodes.map(({ title }) => title).join())).toEqual([
      'one',
      'two',
      'three',
      'child',
      'later',
    ])
    await pass()
    expect([[...device.stored.keys()].filter((name) => name.startsWith('unsent:')), [...texts.keys()]]).toEqual([
      [],
      [],
    ])
  })

  it('are not sent by another tab as long as their own tab is open, and are as soon as it is gone', async () => {
    const first = await openTab()
    await pass()
    first.transport.goAway(true)
    first.client.edits.change('a', { title: 'Pears' })
    await pass()
    const second = await openTab()
    await pass()
    expect([titles(second), storedTitles()]).toEqual([
      ['a', 'root'],
      ['a', 'root'],
    ])
    first.crash()
    await pass()
    expect([titles(second), storedTitles()]).toEqual([
      ['Pears', 'root'],
      ['Pears', 'root'],
    ])
  })

  it('are taken over from a tab that was opened later', async () => {
    const first = await openTab()
    const second = await openTab()
    await pass()
    second.transport.goAway(true)
    second.client.edits.change('a', { title: 'Pears' })
    await pass()
    second.crash()
    await pass()
    expect([titles(first), storedTitles()]).toEqual([
      ['Pears', 'root'],
      ['Pears', 'root'],
    ])
  })

  it('are taken over from the place where earlier versions stored them', async () => {
    const request = { kind: 'update', id: 'a', change: { title: 'Pears' } }
    texts.set('unsent:ada:project:old-tab:1', JSON.stringify([{ id: 'op', clientId: 'old-tab', request }]))
    const tab = await openTab()
    expect(titles(tab)).toEqual(['Pears', 'root'])
    await pass()
    expect([storedTitles(), [...texts.keys()]]).toEqual([['Pears', 'root'], []])
  })

  it('stay where they are when nobody can read them', async () => {
    device.stored.set('unsent:ada:project:tab:1', 'sealed with another key')
    const tab = await openTab()
    await pass()
    tab.close()
    expect(device.stored.get('unsent:ada:project:tab:1')).toBe('sealed with another key')
  })
})
