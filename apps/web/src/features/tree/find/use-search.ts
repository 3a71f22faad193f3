import { limits } from '@espalier/domain'
import { useEffect, useMemo } from 'react'
import { showSearchHits } from '../workbench/finding.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import { warmSearchCache, searchNodes } from './searcher.ts'

export interface DebouncedSearch {
  /** Searches once the typing has rested. */
  type(query: string): void
  /** Searches now, if something typed still waits. */
  settle(): void
}

export function useDebouncedSearch(workspace: ProjectWorkspace): DebouncedSearch {
  const search = useMemo(() => createDebouncedSearch(workspace), [workspace])
  useEffect(() => search.cancel, [search])
  useEffect(() => warmSearchCache(workspace.board), [workspace])
  useEffect(
    () =>
      workspace.board.listen(() => {
        if (workspace.search.get().hits !== null) search.refresh()
      }),
    [workspace, search],
  )
  return search
}

function createDebouncedSearch(workspace: ProjectWorkspace) {
  let timer = 0
  let typed: string | null = null
  const later = (effect: () => void) => {
    window.clearTimeout(timer)
    timer = window.setTimeout(effect, limits.searchDebounceMs)
  }
  const settle = () => {
    window.clearTimeout(timer)
    if (typed === null) return
    const query = typed
    typed = null
    if (query !== workspace.search.get().query) showSearchHits(workspace, query, searchNodes(workspace.board, query))
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
      if (typed === null) later(() => refreshHits(workspace))
    },
  }
}

function refreshHits(workspace: ProjectWorkspace): void {
  const present = workspace.search.get()
  if (present.hits === null || present.query.trim() === '') return
  const hits = searchNodes(workspace.board, present.query)
  const held = present.hits[present.at]
  const at = held === undefined ? -1 : (hits?.indexOf(held) ?? -1)
  const nearest = Math.min(present.at, (hits?.length ?? 0) - 1)
  workspace.search.set({ ...present, hits, at: at < 0 ? nearest : at })
}
