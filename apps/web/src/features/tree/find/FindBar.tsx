import { hitLabel } from '@espalier/domain'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Close from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useCell } from '../../../platform/cell.ts'
import { ToolButton } from '../toolbar/ToolButton.tsx'
import { closeFind, stepFind } from '../workbench/finding.ts'
import type { Find, Workbench } from '../workbench/workbench.ts'
import styles from './FindBar.module.css'
import { useSearch } from './use-search.ts'

export function FindBar({ bench }: { readonly bench: Workbench }) {
  const isOpen = useCell(bench.find, (find) => find.isOpen)
  return isOpen ? <OpenFindBar bench={bench} /> : null
}

function OpenFindBar({ bench }: { readonly bench: Workbench }) {
  const find = useCell(bench.find)
  const search = useSearch(bench)
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(find.query)
  const [shownQuery, setShownQuery] = useState(find.query)
  // A query from the address replaces what stands in the field; one that was typed here is in it already.
  if (find.query !== shownQuery) {
    setShownQuery(find.query)
    if (find.query.trim() !== text.trim()) setText(find.query)
  }
  const { asked = 0 } = find
  useEffect(() => {
    if (asked < 0) return
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const step = (by: 1 | -1) => {
    const isWaiting = text !== bench.find.get().query
    search.settle()
    if (!isWaiting) stepFind(bench, by)
  }
  const close = () => closeFind(bench)
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
      <output className={styles.count}>{countOf(find)}</output>
      <ToolButton label="Previous result" Icon={ChevronUp} onClick={() => step(-1)} />
      <ToolButton label="Next result" Icon={ChevronDown} onClick={() => step(1)} />
      <ToolButton label="Close search" Icon={Close} onClick={close} />
    </div>
  )
}

const countOf = ({ hits, at }: Find): string => (hits === null ? '' : hitLabel(at, hits.length))
