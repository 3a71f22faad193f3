import type { Transition } from '@espalier/domain'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeTransitions } from '../../api/transitions.ts'
import { clock } from '../../platform/timing.ts'
import type { NodeFixture } from '../testing/node-fixtures.ts'
import { FakeForecastWorker } from '../testing/forecast-worker.ts'
import { openTestProject, type TestProject } from '../testing/test-project.ts'
import { BranchForecast } from './WhenDone.tsx'

const dayMs = 86_400_000
const nowMs = Date.UTC(2026, 5, 1, 12)
const done = 40

const finished = Array.from({ length: done }, (_, index): NodeFixture => ({
  id: `done${index}`,
  title: `Done ${index}`,
  parentIds: ['goal'],
  status: 'done',
}))
const open = Array.from({ length: 10 }, (_, index): NodeFixture => ({
  id: `open${index}`,
  title: `Open ${index}`,
  parentIds: ['goal'],
}))
const nodes: readonly NodeFixture[] = [{ id: 'goal', title: 'Goal' }, ...finished, ...open]

/** One node was done each day, until yesterday. */
const listLives = (count: number): readonly NodeTransitions[] =>
  nodes.map(({ id, parentIds = [] }, index) => {
    const life: Transition[] = [{ dt: nowMs - 60 * dayMs, from: 'deleted', to: 'todo' }]
    if (index > 0 && index <= count) life.push({ dt: nowMs - (count + 0.5 - index) * dayMs, from: 'todo', to: 'done' })
    return { id, title: id, parentIds, transitions: life }
  })

function draw(client: TestProject, id: string, lives: readonly NodeTransitions[] | null) {
  vi.spyOn(clock, 'now').mockReturnValue(nowMs)
  const node = client.node(id)
  if (node === undefined) throw new Error('There is no such node')
  return render(<BranchForecast client={client} node={node} fetch={async () => lives} />)
}

beforeEach(() => void vi.stubGlobal('Worker', FakeForecastWorker))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('when a branch may be done', () => {
  it('is a range with one sentence that explains it', async () => {
    draw(openTestProject(nodes), 'goal', listLives(done))
    expect(screen.getByRole('region', { name: 'When' }).textContent).toContain('Simulating…')
    const sentence = await screen.findByText(/^85 of 100 simulated futures end by Jun \d+, 2026\.$/u)
    // Eleven nodes are open, and one is done each day.
    expect(sentence.previousElementSibling?.textContent).toMatch(/^Jun 1\d(\s–\s\d+)?, 2026$/u)
  })

  it('says plainly that there is too little history', async () => {
    const few = [...nodes.slice(0, 4), ...open]
    draw(openTestProject(few), 'goal', listLives(3))
    expect(await screen.findByText(/^No forecast yet\. It needs 8 nodes done on 4 different days/u)).toBeTruthy()
  })

  it('shows nothing for a leaf, and nothing without a history from the server', async () => {
    const client = openTestProject(nodes)
    const { unmount } = draw(client, 'open1', listLives(done))
    expect(screen.queryByRole('region')).toBeNull()
    unmount()
    draw(client, 'goal', null)
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  })

  it('says so when the browser cannot compute it, and works again with a new worker', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const post = vi.spyOn(FakeForecastWorker.prototype, 'postMessage').mockImplementationOnce(function (this: Worker) {
      this.dispatchEvent(new Event('error'))
    })
    const stop = vi.spyOn(FakeForecastWorker.prototype, 'terminate')
    const client = openTestProject(nodes)
    draw(client, 'goal', listLives(done))
    expect(await screen.findByText(/^No forecast\. This browser could not compute it/u)).toBeTruthy()
    expect(stop).toHaveBeenCalledOnce()
    act(() => void client.edits.create({ kind: 'child', parentId: 'goal' }))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(await screen.findByText(/simulated futures/u)).toBeTruthy()
    expect(post.mock.contexts[1]).not.toBe(post.mock.contexts[0])
    vi.useRealTimers()
  })

  it('says so when the browser has no workers', async () => {
    vi.stubGlobal('Worker', undefined)
    draw(openTestProject(nodes), 'goal', listLives(done))
    expect(await screen.findByText(/^No forecast\. This browser could not compute it/u)).toBeTruthy()
  })

  it('moves when more work is added, a few seconds later', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const client = openTestProject(nodes)
    draw(client, 'goal', listLives(done))
    const before = (await screen.findByText(/simulated futures/u)).textContent
    act(() => {
      for (let index = 0; index < 30; index += 1) client.edits.create({ kind: 'child', parentId: 'goal' })
    })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    expect(screen.getByText(/simulated futures/u).textContent).toBe(before)
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    await waitFor(() => expect(screen.getByText(/simulated futures|No forecast/u).textContent).not.toBe(before))
    vi.useRealTimers()
  })
})
