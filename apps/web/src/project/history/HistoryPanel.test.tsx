import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HistoryEntry, HistoryPage } from '../../api/history.ts'
import { auth } from '../../api/session/session.ts'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { clock } from '../../platform/timing.ts'
import { type FakeOperation, graphqlError } from '../../testing/fake-api.ts'
import {
  jsonResponse,
  type RecordedCall,
  resetPage,
  signedInReply,
  stubNetwork,
  whoamiPath,
} from '../../testing/network.ts'
import { HistoryPanel } from './HistoryPanel.tsx'
import { createHistoryStore, mergeLatestPage } from './history-store.ts'

const self = { id: 'b1f5c7d2-0000-4000-8000-000000000001', email: 'ada@example.com', firstname: 'Ada', lastname: null }
const bea = { id: 'bea', email: 'bea@example.com', firstname: 'Bea', lastname: 'Stone' }

const noon = new Date(2026, 2, 10, 12, 0, 30).getTime()

const entry = (seq: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  seq,
  at: noon - seq * 1_000,
  by: { ...bea, picture: 'https://pictures.example/bea.png' },
  kind: 'nodes_changed',
  nodeCount: 1,
  canUndo: true,
  undoes: null,
  tokenName: null,
  changes: [{ id: 'a', title: 'Quince', isDeleted: false, before: { title: 'Pear' }, after: { title: 'Quince' } }],
  ...more,
})

const createHistoryPage = (entries: readonly HistoryEntry[], more: Partial<HistoryPage> = {}): HistoryPage => ({
  entries,
  next: null,
  keptFrom: 0,
  ...more,
})

/** Fakes the API of one project's history. Its content may change during a test. */
function historyApi(first: HistoryPage) {
  const api = {
    page: first as HistoryPage | null,
    older: createHistoryPage([]),
    undo: { data: { undoChange: true } } as object,
    asked: [] as FakeOperation[],
  }
  const answer = (operation: FakeOperation): object => {
    api.asked.push(operation)
    if (operation.operationName === 'UndoChange') return api.undo
    const page = operation.variables['before'] === null ? api.page : api.older
    return page === null ? graphqlError('INTERNAL', 'It broke') : { data: { history: page } }
  }
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': (call: RecordedCall) => jsonResponse(200, (call.body as readonly FakeOperation[]).map(answer)),
  })
  return api
}

function draw() {
  const workspace = openTestWorkspace({ root: { a: { a1: {} }, b: {} } })
  workspace.isHistoryOpen.set(true)
  render(
    <div data-toolbar>
      <button type="button" aria-label="History" data-tool="history" />
      <HistoryPanel workspace={workspace} />
    </div>,
  )
  return workspace
}

const panel = () => within(screen.getByRole('complementary', { name: 'History' }))
const sentences = () =>
  panel()
    .getAllByRole('listitem')
    .filter((one) => one.querySelector('li') === null)
const texts = () => sentences().map((one) => one.textContent)

beforeEach(() => {
  resetPage()
  vi.spyOn(clock, 'now').mockReturnValue(noon)
})
afterEach(() => vi.restoreAllMocks())

describe('history panel', () => {
  it("shows who did what and when, by day, and the own changes as one's own", async () => {
    historyApi(
      createHistoryPage([
        entry(3, {
          by: { ...self, picture: 'https://pictures.example/ada.png' },
          kind: 'nodes_deleted',
          nodeCount: 13,
          changes: [gone],
        }),
        entry(2),
        entry(1, { by: null, kind: 'project_created', changes: [], canUndo: false, at: noon - 3 * 86_400_000 }),
      ]),
    )
    await auth.check()
    draw()
    await waitFor(() => expect(texts()).toHaveLength(3))
    expect(texts()).toEqual([
      'You deleted “Plum” and 12 nodes below it',
      'Bea Stone renamed “Pear” to “Quince”',
      'Someone created the project',
    ])
    expect(panel().getByRole('region', { name: 'Today' })).toBeTruthy()
    expect(panel().getAllByRole('heading', { level: 3 })).toHaveLength(2)
    expect(panel().getAllByText('just now')).toHaveLength(2)
    expect(panel().getAllByRole('button', { name: 'Undo this change' })).toHaveLength(2)
    expect(panel().queryByRole('button', { name: 'Show more' })).toBeNull()
  })

  it('goes to a changed node, also a folded one', async () => {
    historyApi(
      createHistoryPage([entry(2, { changes: [{ ...gone, id: 'a1', title: 'a1' }] }), entry(1, { changes: [gone] })]),
    )
    const workspace = draw()
    workspace.client.edits.change('a', { hideChildren: true })
    await waitFor(() => expect(texts()).toHaveLength(2))
    const [first, last] = sentences()
    expect(last === undefined ? [] : within(last).queryAllByRole('button', { name: /Plum/u })).toEqual([])
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: /“a1”/u }))
    expect(workspace.selection.get().current).toBe('a1')
    expect(workspace.map.isShown('a1')).toBe(true)
  })

  it('undoes a change and reports it', async () => {
    const api = historyApi(createHistoryPage([entry(2)]))
    const workspace = draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo this change' }))
    await waitFor(() => expect(workspace.notices).toEqual(['Change undone']))
    expect(api.asked.map(({ operationName }) => operationName)).toEqual(['History', 'UndoChange', 'History'])
    expect(api.asked[1]?.variables).toEqual({ projectId: 'pear', seq: 2 })
  })

  it.each([
    [graphqlError('CONFLICT', '“Quince” has been renamed since. Undo the newer change first.'), /renamed since/u],
    [{ data: null, errors: [{ message: 'x', extensions: { code: 'NOT_FOUND' } }] }, /^x$/u],
  ])('says why a change was not undone', async (undo, text) => {
    const api = historyApi(createHistoryPage([entry(2)]))
    api.undo = undo
    const workspace = draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo this change' }))
    await waitFor(() => expect(workspace.notices).toEqual([expect.stringMatching(text)]))
    expect(texts()).toHaveLength(1)
  })

  it('offers no undo to people who may no longer edit', async () => {
    historyApi(createHistoryPage([entry(2)]))
    const workspace = draw()
    await screen.findByRole('button', { name: 'Undo this change' })
    act(() => workspace.client.allowEditing(false))
    expect(screen.queryByRole('button', { name: 'Undo this change' })).toBeNull()
  })

  it('loads more entries and says where the history begins', async () => {
    const api = historyApi(createHistoryPage([entry(9), entry(8)], { next: 8, keptFrom: 6 }))
    api.older = createHistoryPage([entry(7)], { keptFrom: 6 })
    draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(texts()).toHaveLength(3))
    expect(api.asked.at(-1)?.variables).toMatchObject({ before: 8 })
    expect(panel().getByText('Older changes are no longer kept.')).toBeTruthy()
  })

  it('follows changes by others and keeps the loaded entries', async () => {
    const api = historyApi(createHistoryPage([entry(9), entry(8)], { next: 8 }))
    api.older = createHistoryPage([entry(7)])
    const workspace = draw()
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(texts()).toHaveLength(3))
    api.page = createHistoryPage([entry(10), entry(9)], { next: 9 })
    const node = workspace.client.node('a')
    if (node !== undefined) act(() => workspace.client.receive([{ ...node, title: 'Medlar', version: 9 }]))
    await waitFor(() => expect(texts()).toHaveLength(4))
  })

  it('reports a failed load and retries it', async () => {
    const api = historyApi(createHistoryPage([entry(2)]))
    const page = api.page
    api.page = null
    draw()
    await screen.findByRole('alert')
    api.page = page
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(texts()).toHaveLength(1))
  })

  it('closes on Esc, restores the focus, and makes way for a node’s details', async () => {
    historyApi(createHistoryPage([entry(2)]))
    const workspace = draw()
    await screen.findByRole('button', { name: 'Undo this change' })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close history' }))
    await userEvent.keyboard('{Escape}')
    expect([workspace.isHistoryOpen.get(), document.activeElement?.getAttribute('aria-label')]).toEqual([
      false,
      'History',
    ])
    workspace.isHistoryOpen.set(true)
    act(() => workspace.detailsNodeId.set('a'))
    expect(workspace.isHistoryOpen.get()).toBe(false)
  })
})

const gone = { id: 'gone', title: 'Plum', isDeleted: true, before: { isDeleted: false }, after: { isDeleted: true } }

const seqs = (page: HistoryPage) => page.entries.map(({ seq }) => seq)

describe('loaded history', () => {
  it('keeps older entries that adjoin the latest page, and drops them when there would be a gap', () => {
    const present = createHistoryPage([entry(9), entry(8), entry(7)], { next: 7 })
    const near = mergeLatestPage(present, createHistoryPage([entry(10), entry(9)], { next: 9 }))
    expect([seqs(near), near.next]).toEqual([[10, 9, 8, 7], 7])
    const far = mergeLatestPage(present, createHistoryPage([entry(20), entry(19)], { next: 19 }))
    expect([seqs(far), far.next]).toEqual([[20, 19], 19])
    expect(seqs(mergeLatestPage(present, createHistoryPage([entry(1)])))).toEqual([1])
  })

  it('refetches once for all changes during a request', async () => {
    const api = historyApi(createHistoryPage([entry(2)]))
    const history = createHistoryStore('pear')
    await Promise.all([history.refresh(), history.refresh(), history.refresh()])
    expect(api.asked).toHaveLength(2)
    expect(history.state.get()).toMatchObject({ kind: 'read' })
  })
})
