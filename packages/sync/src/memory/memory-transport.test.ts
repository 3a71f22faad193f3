import { defaultLayout, noDefinitions } from '@espalier/domain'
import { describe, expect, it } from 'vitest'
import { openProject } from '../client/open-project.ts'
import type { ProjectClient } from '../client/project-client.ts'
import type { SentProject } from '../client/transport.ts'
import { aRecord, projectId } from '../testing/model-server.ts'
import { timerClock } from '../testing/timer-clock.ts'
import { createMemoryTransport } from './memory-transport.ts'

const project: SentProject = {
  id: projectId,
  title: 'Garden',
  body: '',
  status: 'active',
  completionStatus: 'todo',
  owner: '',
  layout: defaultLayout,
  sharing: { generalAccess: 'restricted' },
  nodeLinks: [],
  integrationSettings: { jiraSync: false },
  seq: 1,
  updatedAt: 0,
  ...noDefinitions,
  views: [],
  viewersMayComment: false,
}

async function openGarden() {
  const nodes = [
    aRecord('root'),
    aRecord('beds', ['root'], { position: 1_000 }),
    aRecord('paths', ['root'], { position: 2_000 }),
  ]
  const transport = createMemoryTransport({ project, nodes, clientId: 'tab' })
  let made = 0
  const opened = await openProject({
    projectId,
    transport,
    clock: timerClock,
    newId: () => `new-${(made += 1)}`,
    random: () => 0,
    personId: null,
    ownSessionIds: () => [],
  })
  if (opened.kind !== 'open') throw new Error('The project did not open')
  opened.allowEditing(true)
  const { client } = opened
  const waitUntilSaved = async (): Promise<void> => {
    await expect.poll(() => client.saving.get().kind).toBe('saved')
  }
  /** Opens the same memory a second time, as a reload would read it. */
  const readStored = async () => {
    const snapshot = await transport.readSnapshot('open')
    if (!snapshot.ok) throw new Error('There is no snapshot')
    return new Map(snapshot.value.nodes.map((node) => [node.id, node]))
  }
  return { client, transport, waitUntilSaved, readStored }
}

const listTitles = (client: ProjectClient): readonly string[] =>
  [...client.nodes()].map(({ title }) => title).toSorted()

describe('project in memory', () => {
  it('answers creations, changes, moves and deletions as the server does', async () => {
    const { client, waitUntilSaved, readStored } = await openGarden()
    const created = client.edits.create({ kind: 'child', parentId: 'beds' }, { title: 'Rose bed' })
    if (!created.ok) throw new Error(created.reason)
    client.edits.change('paths', { title: 'Gravel paths', status: 'done' })
    client.edits.create({ kind: 'after', siblingId: 'beds' }, { title: 'Pond' })
    await waitUntilSaved()
    const stored = await readStored()
    expect([...stored.values()].map(({ title }) => title).toSorted()).toEqual(listTitles(client))
    expect(stored.get(created.value)).toMatchObject({ title: 'Rose bed', parentIds: ['beds'] })
    expect(stored.get('paths')).toMatchObject({ title: 'Gravel paths', status: 'done' })

    client.edits.deleteBranches(['beds'])
    await waitUntilSaved()
    expect([...(await readStored()).keys()]).not.toContain(created.value)
    expect(client.node('beds')).toBeUndefined()
  })

  it('undoes and redoes everything that was answered', async () => {
    const { client, waitUntilSaved, readStored } = await openGarden()
    client.edits.deleteBranches(['beds'])
    await waitUntilSaved()
    client.edits.undo()
    await waitUntilSaved()
    expect((await readStored()).get('beds')?.isDeleted).toBe(false)
    client.edits.redo()
    await waitUntilSaved()
    expect((await readStored()).has('beds')).toBe(false)
  })

  it('changes the title and the layout of the project', async () => {
    const { client } = await openGarden()
    expect(await client.edits.setLayout('tree-down')).toEqual({ ok: true, value: null })
    expect(await client.edits.rename('Orchard')).toEqual({ ok: true, value: null })
    expect(client.project.get()).toMatchObject({ title: 'Orchard', layout: 'tree-down' })
  })

  it('refuses what the rules refuse', async () => {
    const { transport } = await openGarden()
    const operation = { id: 'one', request: { kind: 'delete', id: 'nobody' } } as const
    const [answer] = await transport.sendOperations({ operations: [operation], clientId: 'tab', personId: null })
    expect(answer).toMatchObject({ ok: false, code: 'CONFLICT' })
  })

  it('lists the changes after a seq once each', async () => {
    const { client, transport, waitUntilSaved } = await openGarden()
    client.edits.change('paths', { title: 'One' })
    await waitUntilSaved()
    client.edits.change('paths', { title: 'Two' })
    await waitUntilSaved()
    const changes = await transport.readChanges(project.seq)
    expect(changes).toMatchObject({ ok: true, value: { complete: true, seq: 3, nodes: [{ title: 'Two' }] } })
    expect(await transport.readChanges(3)).toMatchObject({ value: { nodes: [] } })
  })
})
