import { describe, expect, it } from 'vitest'
import { type ApiResult, createApiFailure } from './graphql/api-result.ts'
import { createMyWorkList, type WorkItem, type WorkPage } from './my-work-list.ts'

const createItem = (id: string, dueDate: string | null = null): WorkItem => ({
  id,
  title: id,
  status: 'progress',
  stageId: 'stage',
  dueDate,
  priority: 'none',
  project: { id: 'p', title: 'Garden' },
  goals: [],
  isReady: true,
})

/** A server whose answers the test holds back, with pages of two items. */
function openList(ids: readonly string[], copied: readonly WorkItem[] | null = null) {
  let stored = ids.map((id, place) => createItem(id, `2026-01-${String(place + 10)}`))
  const all = stored
  const gates: (() => void)[] = []
  const sent: unknown[] = []
  const written: string[] = []
  let isFailing = false
  let isHeld = false
  const pass = async () => {
    if (isHeld) await new Promise<void>((resolve) => gates.push(resolve))
  }
  const failure = createApiFailure('UNREACHABLE', 'away')
  const readPage = (after: string | null): WorkPage => {
    const start = after === null ? 0 : Number(after)
    const next = start + 2 < stored.length ? String(start + 2) : null
    return { items: stored.slice(start, start + 2), next }
  }
  const list = createMyWorkList({
    async fetchPage(after): Promise<ApiResult<WorkPage>> {
      if (isFailing) return failure
      const value = readPage(after)
      await pass()
      return { ok: true, value }
    },
    async setStatus({ id }, status) {
      sent.push([id, status])
      await pass()
      if (isFailing) return failure
      const found = all.find((item) => item.id === id)
      stored = stored.filter((item) => item.id !== id)
      if (status.status !== 'done' && found !== undefined)
        stored = all.filter((one) => one === found || stored.includes(one))
      return { ok: true, value: null }
    },
    copies: { read: async () => copied, write: (items) => void written.push(items.map(({ id }) => id).join('')) },
  })
  const shown = () => {
    const state = list.get()
    return state.kind === 'loaded' ? state.items.map(({ id }) => id).join('') : state.kind
  }
  const open = async () => {
    for (let round = 0; round < 20; round += 1) {
      gates.splice(0).forEach((release) => release())
      await Promise.resolve()
    }
  }
  return {
    list,
    shown,
    sent,
    written,
    item: (id: string) => all.find((item) => item.id === id) as WorkItem,
    fail: (failing: boolean) => (isFailing = failing),
    hold: (held: boolean) => (isHeld = held),
    release: open,
  }
}

describe('list of my work', () => {
  it('reads page after page, and as many again as are shown', async () => {
    const { list, shown } = openList(['a', 'b', 'c', 'd', 'e'])
    expect(shown()).toBe('loading')
    await list.load()
    expect(shown()).toBe('ab')
    await list.loadMore()
    await list.load()
    expect(shown()).toBe('abcd')
    await list.loadMore()
    await list.loadMore()
    expect(shown()).toBe('abcde')
    expect(await list.loadMore()).toBe(true)
  })

  it('removes an item at once, and an older answer does not bring it back', async () => {
    const { list, shown, item, hold, release, sent } = openList(['a', 'b', 'c'])
    await list.load()
    hold(true)
    const reading = list.load()
    const marking = list.markDone(item('a'))
    expect(shown()).toBe('b')
    hold(false)
    await release()
    expect(await marking).toBeNull()
    await reading
    expect(shown()).toBe('bc')
    expect(sent).toEqual([['a', { status: 'done' }]])
  })

  it('does not show an item again that was read before its change reached the server', async () => {
    const { list, shown, item, hold, release } = openList(['a', 'b'])
    await list.load()
    hold(true)
    const marking = list.markDone(item('a'))
    hold(false)
    const reading = list.load()
    await Promise.resolve()
    expect(shown()).toBe('b')
    await release()
    await Promise.all([marking, reading])
    expect(shown()).toBe('b')
  })

  it('puts an item back at its place when the server refuses, and returns why', async () => {
    const { list, shown, item, fail } = openList(['a', 'b'])
    await list.load()
    fail(true)
    expect((await list.markDone(item('a')))?.code).toBe('UNREACHABLE')
    expect(shown()).toBe('ab')
  })

  it('reopens an item at its place with the status and stage that it had', async () => {
    const { list, shown, item, sent, written } = openList(['a', 'b'])
    await list.load()
    await list.markDone(item('a'))
    await list.load()
    expect(shown()).toBe('b')
    await list.reopen(item('a'))
    expect(shown()).toBe('ab')
    expect(sent.at(-1)).toEqual(['a', { status: 'progress', stageId: 'stage' }])
    await list.load()
    expect(shown()).toBe('ab')
    expect(written.at(-1)).toBe('ab')
  })

  it('shows the copy of this device while the server is away, and the answer once it is back', async () => {
    const { list, shown, fail } = openList(['a', 'b'], [createItem('x')])
    fail(true)
    await list.load()
    await Promise.resolve()
    expect(shown()).toBe('x')
    expect(list.get()).toMatchObject({ isCopied: true, next: null })
    fail(false)
    await list.load()
    expect(shown()).toBe('ab')
    expect(list.get()).not.toHaveProperty('isCopied')
  })

  it('says that it failed if there is no copy', async () => {
    const { list, shown, fail } = openList(['a'])
    fail(true)
    await list.load()
    expect(shown()).toBe('failed')
  })

  it('shows nothing to the next person of what the last one was about to see', async () => {
    const { list, shown, item, hold, release, fail } = openList(['a', 'b'])
    await list.load()
    hold(true)
    fail(true)
    const marking = list.markDone(item('a'))
    list.clear()
    await release()
    await marking
    expect(shown()).toBe('loading')
  })
})
