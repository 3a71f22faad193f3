import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AwayEntry } from '../../api/history.ts'
import { auth } from '../../api/session/session.ts'
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
import { LensBar } from '../lens/LensBar.tsx'
import { LensSlot } from '../lens/lens-slot.tsx'
import { openTestWorkspace } from '../testing/test-workspace.ts'
import { AwayLine } from './AwayLine.tsx'
import { getAwayStore } from './away-changes.ts'
import { replayedId } from './glow.ts'

const bea = { id: 'bea', email: 'bea@example.com', firstname: 'Bea', lastname: null, picture: '' }
const cid = { ...bea, id: 'cid', firstname: 'Cid' }
const noon = new Date(2026, 2, 10, 12).getTime()
const hourMs = 3_600_000

const entry = (seq: number, nodeId: string, more: Partial<AwayEntry> = {}): AwayEntry => ({
  seq,
  at: noon - hourMs,
  by: bea,
  kind: 'nodes_changed',
  nodeCount: 1,
  nodeIds: [nodeId],
  canUndo: true,
  undoes: null,
  tokenName: null,
  changes: [{ id: nodeId, title: nodeId, isDeleted: false, before: { title: 'Pear' }, after: { title: 'Quince' } }],
  ...more,
})

const setStatus = { before: { status: 'todo', dueDate: null }, after: { status: 'done', dueDate: '2026-03-12' } }
const threeChanges = [
  entry(9, 'b', { by: cid }),
  entry(7, 'a', { changes: [{ id: 'a', title: 'a', isDeleted: false, ...setStatus }] }),
  entry(8, 'gone', { kind: 'nodes_deleted' }),
]

/** Fakes the API: what others did, the latest first. */
function fakeChanges(entries: readonly AwayEntry[] | null, lastVisitAt: number | null = noon - 30 * hourMs) {
  const api = { entries, asked: 0 }
  const answer = ({ operationName }: FakeOperation): object => {
    if (operationName !== 'ChangesSinceLastVisit') return graphqlError('INTERNAL', 'It broke')
    api.asked += 1
    if (api.entries === null) return graphqlError('INTERNAL', 'It broke')
    return { data: { lastVisitAt, changesSinceLastVisit: api.entries } }
  }
  stubNetwork({
    [whoamiPath]: signedInReply('active'),
    '/graphql/': (call: RecordedCall) => jsonResponse(200, (call.body as readonly FakeOperation[]).map(answer)),
  })
  return api
}

beforeEach(async () => {
  resetPage()
  vi.spyOn(clock, 'now').mockReturnValue(noon)
  fakeChanges(threeChanges)
  await auth.check()
})
afterEach(() => void vi.restoreAllMocks())

const open = () => openTestWorkspace({ root: { a: { a1: {} }, b: {} } })
const region = () => screen.findByRole('region', { name: 'Since you were away' })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const readText = async () => (await screen.findByRole('status')).textContent

describe('the line about changes', () => {
  it.each([
    [threeChanges, noon - 30 * hourMs, 'Bea and 1 other changed 3 nodes since you were here yesterday'],
    [[entry(9, 'a')], noon - 2 * hourMs, 'Bea changed 1 node since you were here 2 hours ago'],
    [[entry(9, 'a', { by: null })], noon - 99 * hourMs, 'Someone changed 1 node since you were here on March 6'],
    [[entry(9, 'a', { nodeCount: 60 })], null, 'Bea changed 60 nodes since you were last here'],
    [
      [entry(9, 'a', { kind: 'project_updated', nodeIds: [], nodeCount: 0 })],
      noon,
      'Bea changed the project since you were here just now',
    ],
  ])('says what was changed by whom', async (entries, leftAt, text) => {
    fakeChanges(entries, leftAt)
    render(<AwayLine workspace={open()} />)
    expect(await readText()).toBe(text)
  })

  it('shows no line about changes when nothing has changed or the server does not answer', async () => {
    for (const entries of [[], null]) {
      const api = fakeChanges(entries)
      const { container, unmount } = render(<AwayLine workspace={open()} />)
      await waitFor(() => expect(api.asked).toBe(1))
      await act(async () => undefined)
      expect(container.textContent).toBe('')
      unmount()
    }
  })

  it('loads the line about changes once the plan is painted, and keeps its first text', async () => {
    const workspace = open()
    workspace.map.isReady.set(false)
    const api = fakeChanges(threeChanges)
    render(<LensSlot workspace={workspace} />)
    await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
    expect(api.asked).toBe(0)
    act(() => workspace.map.isReady.set(true))
    await region()
    api.entries = [...threeChanges, entry(12, 'a1')]
    await act(async () => void (await getAwayStore(workspace.client).load()))
    expect(await readText()).toContain('3 nodes')
  })

  it('shows the changed nodes by the lens, and forgets everything when it is dismissed', async () => {
    const workspace = open()
    render(<AwayLine workspace={workspace} />)
    await region()
    expect([...getAwayStore(workspace.client).unseen.get()].sort()).toEqual(['a', 'b'])
    await press('Show')
    expect(workspace.lens.get().kind).toBe('changed')
    await press('Mark as seen')
    expect(workspace.lens.get().kind).toBe('none')
    expect(getAwayStore(workspace.client).unseen.get().size).toBe(0)
    expect(screen.queryByRole('region')).toBeNull()
  })
})

describe('a changed node', () => {
  it('counts a changed node as seen once it is selected, or was in view for some seconds at a readable zoom', async () => {
    const workspace = open()
    render(
      <main id="main">
        <AwayLine workspace={workspace} />
        <div data-node-id="b" />
      </main>,
    )
    await region()
    const { unseen } = getAwayStore(workspace.client)
    act(() => workspace.selection.set({ ids: new Set(['a']), current: 'a' }))
    expect([...unseen.get()]).toEqual(['b'])
    await waitFor(() => expect(unseen.get().size).toBe(0), { timeout: 8_000 })
  }, 10_000)

  it('does not count a changed node as seen while the plan is too small to be read', async () => {
    const workspace = open()
    workspace.map.setViewport({ x: 0, y: 0, zoom: 0.3 })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    render(
      <main id="main">
        <AwayLine workspace={workspace} />
        <div data-node-id="b" />
      </main>,
    )
    await region()
    act(() => void vi.advanceTimersByTime(20_000))
    expect(getAwayStore(workspace.client).unseen.get().has('b')).toBe(true)
    workspace.map.setViewport({ x: 0, y: 0, zoom: 1 })
    act(() => void vi.advanceTimersByTime(5_000))
    vi.useRealTimers()
    expect(getAwayStore(workspace.client).unseen.get().has('b')).toBe(false)
  })
})

const startReplay = async () => {
  const workspace = open()
  render(<AwayLine workspace={workspace} />)
  await region()
  await press('Replay')
  return workspace
}

describe('the replay', () => {
  it('steps from the earliest change to the latest, says what was and what is, and moves to each node', async () => {
    const workspace = await startReplay()
    expect(await readText()).toContain('Bea changed “a”')
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Status: To do → Done',
      'Due date: none → 2026-03-12',
    ])
    expect([workspace.map.revealed.at(-1), replayedId.get()]).toEqual(['a', 'a'])
    await press('Next change')
    expect(await readText()).toContain('Bea deleted')
    expect(replayedId.get()).toBeNull()
    await userEvent.keyboard('{ArrowRight}')
    expect(await readText()).toContain('Cid changed “b”Title: Pear → Quince')
    expect([workspace.map.revealed.at(-1), screen.getByText('3 of 3').tagName]).toEqual(['b', 'SPAN'])
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
    expect(screen.getByText('2 of 3')).toBeTruthy()
    await userEvent.keyboard('{Home}')
    expect(screen.getByText('1 of 3')).toBeTruthy()
  })

  it('plays the replay by itself to the end, and can pause it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: (ms) => void vi.advanceTimersByTime(ms) })
    render(<AwayLine workspace={open()} />)
    await region()
    await user.click(screen.getByRole('button', { name: 'Replay' }))
    await user.keyboard(' ')
    act(() => void vi.advanceTimersByTime(3_000))
    expect(screen.getByText('2 of 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    act(() => void vi.advanceTimersByTime(9_000))
    expect(screen.getByText('2 of 3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Play' }))
    act(() => void vi.advanceTimersByTime(3_000))
    act(() => void vi.advanceTimersByTime(3_000))
    expect(screen.getByText('3 of 3')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
    vi.useRealTimers()
  })

  it('ends the replay with Esc, stores nothing, and leaves the selection and the search as they were', async () => {
    const workspace = await startReplay()
    const before = [workspace.selection.get(), workspace.client.saving.get().kind]
    await userEvent.keyboard('{ArrowRight}{Escape}')
    expect(await readText()).toContain('since you were here')
    expect(replayedId.get()).toBeNull()
    expect(workspace.search.get().hits).toBeNull()
    expect([workspace.selection.get(), workspace.client.saving.get().kind]).toEqual(before)
  })
})

const drawLens = () => {
  const workspace = open()
  workspace.lens.set({ kind: 'changed', found: null })
  render(<LensBar workspace={workspace} />)
  return workspace
}

describe('the lens of what changed since the last visit', () => {
  it('finds the living nodes that others changed, also while it is open', async () => {
    const api = fakeChanges(threeChanges)
    const workspace = drawLens()
    await waitFor(() => expect([...(workspace.lens.get().found ?? [])].sort()).toEqual(['a', 'b']))
    expect(screen.getByRole('status').textContent).toBe('Changed since my last visit2 nodes')
    api.entries = [entry(12, 'a1'), ...threeChanges]
    const record = workspace.client.node('a1')
    if (record === undefined) throw new Error('The node is missing')
    act(() => workspace.client.receive([{ ...record, title: 'New' }]))
    await waitFor(() => expect(workspace.lens.get().found?.has('a1')).toBe(true), { timeout: 4_000 })
  })

  it('says that the changes could not be loaded and dims nothing', async () => {
    fakeChanges(null)
    const workspace = drawLens()
    await waitFor(() => expect(workspace.lens.get().kind).toBe('none'))
    expect(workspace.notices).toEqual(["The changes couldn't be loaded. Check your connection and try again."])
  })
})
