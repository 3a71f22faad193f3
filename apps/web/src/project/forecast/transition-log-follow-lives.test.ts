import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { NodeTransitions } from '../../api/transitions.ts'
import { openTestProject } from '../testing/test-project.ts'
import { nodesFromOutline } from '../testing/node-fixtures.ts'
import { followTransitionLog } from './transition-log.ts'

const life = (id: string, parentIds: readonly string[] = []): NodeTransitions => ({
  id,
  title: id,
  parentIds,
  transitions: [{ dt: 1, from: 'deleted', to: 'todo' }],
})
const stored = [life('root'), life('one', ['root']), life('two', ['root'])]
const stops: (() => void)[] = []

function follow(answers: readonly (readonly NodeTransitions[] | null)[]) {
  const client = openTestProject(nodesFromOutline({ root: { one: {}, two: {} } }))
  const asked: string[] = []
  const log = followTransitionLog(client, async (projectId) => {
    asked.push(projectId)
    return answers[Math.min(asked.length, answers.length) - 1] ?? null
  })
  stops.push(log.start())
  const entries = () => {
    const state = log.state.get()
    return state.kind === 'known' ? state.ledger.entries.map(({ nodeId, to }) => `${nodeId} ${to}`) : state.kind
  }
  return { client, lives: log, asked, entries }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.useRealTimers()
})

describe('followed transition log', () => {
  it('loads the transitions and then follows the project', async () => {
    const { client, entries } = follow([stored])
    expect(entries()).toBe('loading')
    await vi.advanceTimersByTimeAsync(0)
    expect(entries()).toEqual(['root todo', 'one todo', 'two todo'])
    client.edits.change('one', { status: 'done' })
    client.edits.deleteBranches(['two'])
    const made = client.edits.create({ kind: 'child', parentId: 'one' })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(entries()).toEqual([
      'root todo',
      'one todo',
      'two todo',
      'one done',
      'two deleted',
      `${made.ok && made.value} todo`,
    ])
  })

  it('includes changes made while the request was pending', async () => {
    const { client, entries } = follow([stored])
    client.edits.change('one', { status: 'progress' })
    client.edits.deleteBranches(['two'])
    await vi.advanceTimersByTimeAsync(0)
    expect(entries()).toEqual(['root todo', 'one todo', 'two todo', 'one progress', 'two deleted'])
  })

  it('notifies once for many changes', async () => {
    const { client, lives } = follow([stored])
    await vi.advanceTimersByTimeAsync(0)
    let updates = 0
    lives.state.subscribe(() => (updates += 1))
    for (const status of ['progress', 'done', 'todo'] as const) client.edits.change('one', { status })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(updates).toBe(1)
  })

  it('removes a rolled-back change', async () => {
    const { client, entries } = follow([stored])
    await vi.advanceTimersByTimeAsync(0)
    client.edits.change('one', { status: 'done' })
    await client.rejectUnsent('No')
    expect(client.node('one')?.status).toBe('todo')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(entries()).toEqual(['root todo', 'one todo', 'two todo'])
  })

  it('reloads after a pause, and not while people work', async () => {
    const truth = [...stored.slice(0, 2), { ...life('two', ['root']), title: 'as stored' }]
    const { client, asked, lives } = follow([stored, truth])
    await vi.advanceTimersByTimeAsync(100_000)
    expect(asked).toHaveLength(1)
    for (const status of ['progress', 'done', 'todo'] as const) {
      client.edits.change('one', { status })
      await vi.advanceTimersByTimeAsync(20_000)
    }
    expect(asked).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(asked).toHaveLength(2)
    expect(lives.state.get()).toMatchObject({ kind: 'known', ledger: { entries: { length: 3 } } })
  })

  it('keeps the log when a reload fails, and can retry a failed first load', async () => {
    const { client, asked, entries } = follow([stored, null])
    await vi.advanceTimersByTimeAsync(0)
    client.edits.change('one', { status: 'done' })
    await vi.advanceTimersByTimeAsync(40_000)
    expect(asked).toHaveLength(2)
    expect(entries()).toHaveLength(4)

    const failing = follow([null, stored])
    await vi.advanceTimersByTimeAsync(0)
    expect(failing.entries()).toBe('failed')
    failing.lives.retry()
    expect(failing.entries()).toBe('loading')
    await vi.advanceTimersByTimeAsync(0)
    expect(failing.entries()).toHaveLength(3)
  })

  it('stops following when nobody listens', async () => {
    const { client, asked, entries } = follow([stored])
    await vi.advanceTimersByTimeAsync(0)
    client.edits.change('one', { status: 'done' })
    stops.pop()?.()
    client.edits.change('two', { status: 'done' })
    await vi.advanceTimersByTimeAsync(100_000)
    expect(asked).toHaveLength(1)
    expect(entries()).not.toContain('two done')
  })
})
