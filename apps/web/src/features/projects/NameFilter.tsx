import { limits } from '@espalier/domain'
import { useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatListAddress, type ListAddress } from './list-place.ts'
import styles from './ProjectsPage.module.css'

interface NameFilterProps {
  readonly place: ListAddress
  readonly typed: string
  onType(text: string): void
}

/** Filters while one types; the address follows, so that a reload or a link shows the same. */
export function NameFilter({ place, typed, onType }: NameFilterProps) {
  const id = useId()
  const navigate = useNavigate()
  const { filter, search } = place
  useEffect(() => {
    if (typed === search) return undefined
    // Browsers refuse an address that changes with every letter of a fast typist.
    const timer = window.setTimeout(
      () => void navigate(formatListAddress({ filter, search: typed }), { replace: true }),
      limits.searchDebounceMs,
    )
    return () => window.clearTimeout(timer)
  }, [typed, search, filter, navigate])
  return (
    <div className={styles.search}>
      <label htmlFor={id}>Filter by name</label>
      <input id={id} type="search" autoComplete="off" value={typed} onChange={(event) => onType(event.target.value)} />
    </div>
  )
}

/** What is typed, until the address says something else: the top bar searches too. */
export function useTypedSearch(search: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  if (known !== search) {
    setKnown(search)
    if (search.trim() !== typed.trim()) setTyped(search)
  }
  return [typed, setTyped]
}
