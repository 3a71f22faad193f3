import { formatHitLabel, limits } from '@espalier/domain'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Close from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import type { ProjectWorkspace, SearchState } from '../workspace/project-workspace.ts'
import { closeSearch, showSearchHits, stepToSearchHit } from '../workspace/search-state.ts'
import { searchNodes, warmSearchCache } from './search-nodes.ts'
import styles from './SearchBar.module.css'

export function SearchBar({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const isOpen = useCell(workspace.search, (find) => find.isOpen)
  return isOpen ? <OpenSearchBar workspace={workspace} /> : null
}

function OpenSearchBar({ workspace }: { readonly workspace: ProjectWorkspace }) {
  const find = useCell(workspace.search)
  const search = useDebouncedSearch(workspace)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(find.query)
  const [shownQuery, setShownQuery] = useState(find.query)
  // A query from the address replaces the text of the field; a typed one is in it already.
  if (find.query !== shownQuery) {
    setShownQuery(find.query)
    if (find.query.trim() !== text.trim()) setText(find.query)
  }
  const { focusRequests: asked = 0 } = find
  useEffect(() => {
    if (asked < 0) return
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const step = (by: 1 | -1) => {
    const isWaiting = text !== workspace.search.get().query
    search.settle()
    if (!isWaiting) stepToSearchHit(workspace, by)
  }
  const close = () => closeSearch(workspace)
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }
  return (
    // Some browsers and screen readers do not know the element yet.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="search" aria-label={mapTexts.findInProject} className={styles.bar}>
      <input
        ref={field}
        type="search"
        aria-label={mapTexts.find}
        placeholder={mapTexts.find}
        autoComplete="off"
        enterKeyHint="search"
        className={styles.field}
        value={text}
        onKeyDown={press}
        onChange={(event) => {
          setText(event.target.value)
          search.type(event.target.value)
        }}
      />
      <output className={styles.count}>{formatHitCount(find)}</output>
      <ToolButton label={mapTexts.previousResult} Icon={ChevronUp} onClick={() => step(-1)} />
      <ToolButton label={mapTexts.nextResult} Icon={ChevronDown} onClick={() => step(1)} />
      <ToolButton label={mapTexts.closeSearch} Icon={Close} onClick={close} />
    </div>
  )
}

const formatHitCount = ({ hits, at }: SearchState): string => (hits === null ? '' : formatHitLabel(at, hits.length))

interface DebouncedSearch {
  /** Searches after a pause in typing. */
  type(query: string): void
  /** Searches now if a typed query is waiting. */
  settle(): void
}

function useDebouncedSearch(workspace: ProjectWorkspace): DebouncedSearch {
  const search = useMemo(() => createDebouncedSearch(workspace), [workspace])
  useEffect(() => search.cancel, [search])
  useEffect(() => warmSearchCache(workspace.client), [workspace])
  useEffect(
    () =>
      workspace.client.listen(() => {
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
    if (query !== workspace.search.get().query) showSearchHits(workspace, query, searchNodes(workspace.client, query))
  }
  return {
    type(query: string) {
      typed = query
      later(settle)
    },
    settle,
    cancel: () => window.clearTimeout(timer),
    /** Updates the hits after the map changed and keeps the current one. */
    refresh() {
      if (typed === null) later(() => refreshHits(workspace))
    },
  }
}

function refreshHits(workspace: ProjectWorkspace): void {
  const present = workspace.search.get()
  if (present.hits === null || present.query.trim() === '') return
  const hits = searchNodes(workspace.client, present.query)
  const held = present.hits[present.at]
  const at = held === undefined ? -1 : (hits?.indexOf(held) ?? -1)
  const nearest = Math.min(present.at, (hits?.length ?? 0) - 1)
  workspace.search.set({ ...present, hits, at: at < 0 ? nearest : at })
}
