import { limits } from '@espalier/domain'
import { useEffect, useMemo } from 'react'
import { showHits } from '../workbench/finding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { readAhead, searchBoard } from './searcher.ts'

export interface Search {
  /** Searches once the typing has rested. */
  type(query: string): void
  /** Searches now, if something typed still waits. */
  settle(): void
}

export function useSearch(bench: Workbench): Search {
  const search = useMemo(() => createSearch(bench), [bench])
  useEffect(() => search.cancel, [search])
  useEffect(() => readAhead(bench.board), [bench])
  useEffect(
    () =>
      bench.board.listen(() => {
        if (bench.find.get().hits !== null) search.refresh()
      }),
    [bench, search],
  )
  return search
}

function createSearch(bench: Workbench) {
  let timer = 0
  let typed: string | null = null
  const later = (deed: () => void) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(deed, limits.searchDebounceMs)
  }
  const settle = () => {
    window.clearTimeout(timer)
    if (typed === null) return
    const query = typed
    typed = null
    if (query !== bench.find.get().query) showHits(bench, query, searchBoard(bench.board, query))
  }
  return {
    type(query: string) {
      typed = query
      later(settle)
    },
    settle,
    cancel: () => window.clearTimeout(timer),
    /** The map has changed under the search: what is found now, with the same hit in hand. */
    refresh() {
      if (typed === null) later(() => keepUp(bench))
    },
  }
}

function keepUp(bench: Workbench): void {
  const present = bench.find.get()
  if (present.hits === null || present.query.trim() === '') return
  const hits = searchBoard(bench.board, present.query)
  const held = present.hits[present.at]
  const at = held === undefined ? -1 : (hits?.indexOf(held) ?? -1)
  const nearest = Math.min(present.at, (hits?.length ?? 0) - 1)
  bench.find.set({ ...present, hits, at: at < 0 ? nearest : at })
}
