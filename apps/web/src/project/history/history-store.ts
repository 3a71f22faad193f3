import type { ProjectClient } from '@espalier/sync'
import { fetchHistory, type HistoryEntry, type HistoryPage, undoChange } from '../../api/history.ts'
import { type Cell, createCell } from '../../platform/cell.ts'

export type HistoryStoreState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'read'; readonly page: HistoryPage; readonly isReadingMore: boolean }

export interface HistoryStore {
  readonly state: Cell<HistoryStoreState>
  /** Refetches the latest page; older entries stay. */
  refresh(): Promise<void>
  readMore(): Promise<void>
  undo(entry: HistoryEntry): ReturnType<typeof undoChange>
}

export function createHistoryStore(projectId: string): HistoryStore {
  const state = createCell<HistoryStoreState>({ kind: 'loading' })
  let running: Promise<void> | null = null
  let isWanted = false

  async function readLatest(): Promise<void> {
    if (state.get().kind === 'failed') state.set({ kind: 'loading' })
    const latest = await fetchHistory(projectId)
    const now = state.get()
    if (latest !== null) {
      const isReadingMore = now.kind === 'read' && now.isReadingMore
      state.set({ kind: 'read', page: now.kind === 'read' ? mergeLatestPage(now.page, latest) : latest, isReadingMore })
    } else if (now.kind !== 'read') state.set({ kind: 'failed' })
  }

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false
      await readLatest()
    }
  }

  /** Refreshes requested during a request become one more request after it. */
  function refresh(): Promise<void> {
    isWanted = true
    running ??= run().finally(() => (running = null))
    return running
  }

  async function readMore(): Promise<void> {
    const before = state.get()
    if (before.kind !== 'read' || before.page.next === null || before.isReadingMore) return
    state.set({ ...before, isReadingMore: true })
    const older = await fetchHistory(projectId, before.page.next)
    const now = state.get()
    if (now.kind !== 'read') return
    const isNext = older !== null && now.page.next === before.page.next
    const page = isNext ? { ...older, entries: [...now.page.entries, ...older.entries] } : now.page
    state.set({ kind: 'read', page, isReadingMore: false })
  }

  return {
    state,
    refresh,
    readMore,
    async undo({ seq }) {
      const undone = await undoChange(projectId, seq)
      await refresh()
      return undone
    },
  }
}

/**
 * Merges the latest page with the older entries. If they do not adjoin, the older ones are dropped, because a gap would
 * look like inactivity.
 */
export function mergeLatestPage(present: HistoryPage, latest: HistoryPage): HistoryPage {
  const last = latest.next
  if (last === null || !present.entries.some(({ seq }) => seq === last)) return latest
  const older = present.entries.filter(({ seq }) => seq < last)
  return older.length === 0 ? latest : { ...latest, entries: [...latest.entries, ...older], next: present.next }
}

const refreshDelayMs = 300

/** Refetches when something was stored: by others, or by oneself once it is saved. */
export function refreshOnChange(
  { listen, saving, project }: ProjectClient,
  refresh: () => void,
  delayMs: number = refreshDelayMs,
): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = null
      refresh()
    }, delayMs)
  }
  const stops = [
    listen(({ origin }) => {
      if (origin === 'others') soon()
    }),
    saving.subscribe(() => {
      if (saving.get().kind === 'saved') soon()
    }),
    project.subscribe(soon),
  ]
  return () => {
    for (const stop of stops) stop()
    if (timer !== null) clearTimeout(timer)
  }
}
