import { formatHitLabel } from '@espalier/domain'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Close from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import { closeSearch, stepToSearchHit } from '../workbench/finding.ts'
import type { SearchState, ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './FindBar.module.css'
import { useDebouncedSearch } from './use-search.ts'

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
  // A query from the address replaces what stands in the field; one that was typed here is in it already.
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
    // The element has no role yet in some browsers and readers.
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="search" aria-label="Find in this project" className={styles.bar}>
      <input
        ref={field}
        type="search"
        aria-label="Find"
        placeholder="Find"
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
      <ToolButton label="Previous result" Icon={ChevronUp} onClick={() => step(-1)} />
      <ToolButton label="Next result" Icon={ChevronDown} onClick={() => step(1)} />
      <ToolButton label="Close search" Icon={Close} onClick={close} />
    </div>
  )
}

const formatHitCount = ({ hits, at }: SearchState): string => (hits === null ? '' : formatHitLabel(at, hits.length))
