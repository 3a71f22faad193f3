import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { discardDataDir } from '@espalier/postgres/testing'
import { openProject, type OpenedProject } from '@espalier/sync'
import { expect, it } from 'vitest'
import { createNodeTransport, nodeClock } from '../support/node-transport.ts'
import { type Person, registered } from '../support/person.ts'
import { launchServer, stopServer } from '../support/process.ts'

async function open(person: Person, origin: string, projectId: string) {
  const transport = createNodeTransport({ origin: () => origin, cookie: person.cookie, projectId })
  const opening = await openProject({
    projectId,
    transport,
    clock: nodeClock,
    newId: randomUUID,
    random: Math.random,
    personId: person.email,
    ownSessionIds: () => [],
  })
  if (opening.kind !== 'open') throw new Error(`the project is ${opening.kind}`)
  opening.allowEditing(true)
  return { transport, ...opening }
}

const show = ({ client }: Pick<OpenedProject, 'client'>) =>
  [...client.nodes()]
    .map(({ id, title, parentIds, position, version }) => ({ id, title, parentIds, position, version }))
    .sort((left, right) => (left.id < right.id ? -1 : 1))

const titles = ({ client }: Pick<OpenedProject, 'client'>) => [...client.nodes()].map(({ title }) => title).sort()

it('a program without a DOM edits a project, goes offline, comes back, and agrees with the others', async ({
  onTestFinished,
}) => {
  expect(globalThis).not.toHaveProperty('document')
  const dataDir = await mkdtemp(join(tmpdir(), 'espalier-headless-'))
  const server = launchServer({ DATA_DIR: dataDir, DATABASE_URL: undefined, RATE_LIMITS: 'off' })
  onTestFinished(async () => {
    await stopServer(server)
    await discardDataDir(dataDir)
  })
  const url = await server.ready
  const ada = await registered(url, 'ada@example.com')
  const projectId = await ada.createProject(url, 'Orchard')
  const first = await open(ada, url, projectId)
  const second = await open(ada, url, projectId)
  onTestFinished(() => {
    first.client.close()
    second.client.close()
  })

  const root = first.client.edits.create({ kind: 'root' }, { title: 'Trees' })
  const rootId = root.ok ? root.value : ''
  first.client.edits.create({ kind: 'child', parentId: rootId }, { title: 'Pears' })
  await expect.poll(() => titles(second)).toEqual(['Pears', 'Trees'])

  first.transport.setCut(true)
  first.client.edits.create({ kind: 'child', parentId: rootId }, { title: 'Plums, made offline' })
  first.client.edits.change(rootId, { title: 'Trees, renamed offline' })
  second.client.edits.create({ kind: 'child', parentId: rootId }, { title: 'Figs, made meanwhile' })
  await expect.poll(() => first.client.saving.get()).toEqual({ kind: 'offline', changes: 2 })
  await expect.poll(() => second.client.saving.get()).toEqual({ kind: 'saved' })
  expect([titles(first).length, titles(second).length]).toEqual([3, 3])

  first.transport.setCut(false)
  first.client.tryAgain()
  const together = ['Figs, made meanwhile', 'Pears', 'Plums, made offline', 'Trees, renamed offline']
  await expect.poll(() => [titles(first), titles(second)]).toEqual([together, together])
  await expect.poll(() => first.client.saving.get()).toEqual({ kind: 'saved' })
  await expect.poll(() => show(second)).toEqual(show(first))
  const fresh = await open(ada, url, projectId)
  expect(show(fresh)).toEqual(show(first))
  fresh.client.close()
}, 180_000)
