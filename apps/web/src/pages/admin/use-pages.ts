import { useCallback, useEffect, useRef, useState } from 'react'
import type { ApiResult } from '../../api/graphql/api-result.ts'

/** The pages of a list that were loaded so far; undefined until the first is there, null if it could not be loaded. */
export interface LoadedPages<Loaded> {
  readonly pages: readonly Loaded[] | null | undefined
  readonly hasMore: boolean
  /** Returns false if the next page could not be loaded. */
  loadMore(): Promise<boolean>
  reload(): void
  change(update: (page: Loaded) => Loaded): void
}

/**
 * Loads a list page by page. `load` must be stable while it means the same list: with another one the list begins
 * again, and late answers for the old one are dropped.
 */
export function usePages<Loaded extends { readonly next: Cursor | null }, Cursor>(
  load: (cursor: Cursor | null) => Promise<ApiResult<Loaded>>,
): LoadedPages<Loaded> {
  const [pages, setPages] = useState<readonly Loaded[] | null>()
  const current = useRef(load)
  const begin = useCallback(async () => {
    const answer = await load(null)
    if (current.current !== load) return
    setPages(answer.ok ? [answer.value] : null)
  }, [load])
  useEffect(() => {
    current.current = load
    void begin()
  }, [load, begin])
  const next = pages?.at(-1)?.next ?? null
  const loadMore = useCallback(async () => {
    if (next === null) return true
    const answer = await load(next)
    if (answer.ok && current.current === load) setPages((before) => [...(before ?? []), answer.value])
    return answer.ok
  }, [load, next])
  const change = useCallback(
    (update: (page: Loaded) => Loaded) => setPages((before) => before?.map(update) ?? before),
    [],
  )
  return { pages, hasMore: next !== null, loadMore, reload: () => void begin(), change }
}
