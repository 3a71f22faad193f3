import { describe, expect, it } from 'vitest'
import { getProjectSchedule } from '../schedule/project-schedule.ts'
import { buildNodeRecord, type NodeFixture } from '../testing/node-fixtures.ts'
import { openTestProject, type TestProject } from '../testing/test-project.ts'
import { createDraftStore } from './draft-store.ts'

const nodes: readonly NodeFixture[] = [
  { id: 'orchard', title: 'Orchard' },
  { id: 'dig', title: 'Dig', parentIds: ['orchard'], estimate: 2 },
  { id: 'plant', title: 'Plant', parentIds: ['orchard'], estimate: 3, blockedByIds: ['dig'], assigneeIds: ['ada'] },
  { id: 'press', title: 'Press', estimate: 4 },
]

function open(options: Parameters<typeof openTestProject>[1] = {}) {
  const client = openTestProject(nodes, options)
  const store = createDraftStore(client)
  store.start()
  return { client, store, edits: store.client.edits }
}

const noUndo = (): void => {
  throw new Error('Nothing should be refused')
}
const summarize = (client: Pick<TestProject, 'nodes'>) =>
  Array.from(client.nodes(), ({ id, estimate, blockedByIds, assigneeIds, dueDate }) => ({
    id,
    estimate,
    blockedByIds,
    assigneeIds,
    dueDate,
  }))
const problemsIn = ({ judged }: ReturnType<typeof createDraftStore>) =>
  judged.get().changes.map(({ nodeId, problem }) => [nodeId, problem])

describe('a draft over an open project', () => {
  it('shows a draft only in its own client, and stores nothing of it', async () => {
    const { client, store, edits } = open()
    const before = summarize(client)
    const seen: string[] = []
    store.client.listen(({ ids }) => seen.push(...ids))
    expect(edits.changeMany(['dig', 'press'], { estimate: 1 })).toMatchObject({ ok: true })
    expect(edits.change('plant', { removeBlockedByIds: ['dig'], addAssigneeIds: ['bea'] })).toMatchObject({ ok: true })
    await client.settle()
    expect(summarize(client)).toEqual(before)
    expect([client.saving.get().kind, client.canUndo.get()]).toEqual(['saved', false])
    expect(store.client.node('plant')).toMatchObject({ blockedByIds: [], assigneeIds: ['ada', 'bea'], estimate: 3 })
    expect(store.client.node('plant')).toBe(store.client.node('plant'))
    expect(store.client.node('orchard')).toBe(client.node('orchard'))
    expect(seen).toEqual(['dig', 'press', 'plant'])
  })

  it('has the schedule that the project gets by applying the draft, which is one step of undo', async () => {
    const { client, store, edits } = open()
    const before = summarize(client)
    edits.change('dig', { estimate: 7, addBlockedByIds: ['press'] })
    edits.change('plant', { removeBlockedByIds: ['dig'], dueDate: '2026-12-01', removeAssigneeIds: ['ada'] })
    const drafted = getProjectSchedule(store.client).get().getAll()
    const wanted = summarize(store.client)
    expect(store.apply(noUndo)).toEqual({ ok: true, value: 5 })
    expect(getProjectSchedule(client).get().getAll()).toEqual(drafted)
    expect(summarize(client)).toEqual(wanted)
    expect(store.judged.get().changes).toEqual([])
    await client.settle()
    expect(summarize(client)).toEqual(wanted)
    client.edits.undo()
    expect(summarize(client)).toEqual(before)
    expect(client.canUndo.get()).toBe(false)
  })

  it('refuses a drafted edit at once that the project would refuse', () => {
    const { store, edits } = open()
    edits.change('press', { addBlockedByIds: ['plant'] })
    expect(edits.change('dig', { addBlockedByIds: ['press'] })).toEqual({
      ok: false,
      reason: 'A node cannot wait for itself',
    })
    edits.change('dig', { startDate: '2026-12-10' })
    expect(edits.change('dig', { dueDate: '2026-12-01' })).toMatchObject({
      reason: 'The due date cannot be before the start date',
    })
    expect(problemsIn(store)).toEqual([
      ['press', null],
      ['dig', null],
    ])
  })

  it('judges a draft again after changes of others, and applies nothing when a part no longer fits', () => {
    const { client, store, edits } = open()
    edits.change('dig', { estimate: 1 })
    edits.change('press', { addBlockedByIds: ['plant'] })
    const wanted = { ...nodes[1], title: 'Dig deep', estimate: 9 } as NodeFixture
    client.receive([buildNodeRecord(wanted, 50)])
    expect(store.client.node('dig')).toMatchObject({ title: 'Dig deep', estimate: 1 })
    expect(store.judged.get().changes[0]).toMatchObject({ from: 9, to: 1, problem: null })
    client.receive([{ ...buildNodeRecord(wanted, 51), isDeleted: true }])
    expect(problemsIn(store)).toEqual([
      ['dig', 'node-deleted'],
      ['press', null],
    ])
    expect([store.getTitle('dig'), store.client.node('dig')]).toEqual(['Dig', undefined])
    expect(store.apply(noUndo)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^1 change no longer fits the plan/u),
    })
    expect(client.node('press')?.blockedByIds).toEqual([])
    const [lost] = store.judged.get().changes
    if (lost !== undefined) store.remove(lost)
    expect(store.apply(noUndo)).toEqual({ ok: true, value: 1 })
    expect(client.node('press')?.blockedByIds).toEqual(['plant'])
  })

  it('undoes an applied draft as a whole when the server refuses one of its changes', async () => {
    const { client, store, edits } = open()
    const before = summarize(client)
    client.edits.change('orchard', { estimate: 8 })
    await client.settle()
    edits.changeMany(['dig', 'press'], { estimate: 1 })
    let undone = 0
    expect(store.apply(() => (undone += 1))).toEqual({ ok: true, value: 2 })
    await client.rejectUnsent('Somebody was faster')
    await client.settle()
    expect(summarize(client)).toEqual(before.map((node) => (node.id === 'orchard' ? { ...node, estimate: 8 } : node)))
    edits.change('dig', { estimate: 1 })
    store.apply(() => (undone += 1))
    await client.rejectUnsent('Somebody was faster again')
    // Nothing is left of the draft, so no earlier step is undone.
    expect([client.node('dig')?.estimate, client.node('orchard')?.estimate, undone]).toEqual([2, 8, 2])
  })

  it('lets viewers draft changes but not apply them', () => {
    const { client, store, edits } = open({ canEdit: false })
    expect(edits.change('dig', { estimate: 1 })).toMatchObject({ ok: true })
    expect(store.apply(noUndo)).toMatchObject({ ok: false })
    expect(client.node('dig')?.estimate).toBe(2)
    expect(store.judged.get().changes).toHaveLength(1)
  })
})
