import {
  defaultProjectFilter,
  isProjectFilter,
  limits,
  type ProjectFilter,
  projectFilterLabels,
  projectFilters,
} from '@espalier/domain'
import { type FocusEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from '../../platform/router.tsx'
import { projectListTexts } from '../../texts/projects.ts'
import { Link } from '../../ui/Button.tsx'
import styles from './FilterPanel.module.css'
import projectsPageStyles from './ProjectsPage.module.css'

/** The list's state in the hash: the filter and the name search. */
export interface ListAddress {
  readonly filter: ProjectFilter
  readonly search: string
}

const searchPrefix = 'search='

/** An invalid hash means the inbox. */
export function parseListAddress(hash: string): ListAddress {
  const parts = hash.replace(/^#/, '').split('&')
  const search = parts.find((part) => part.startsWith(searchPrefix)) ?? searchPrefix
  return {
    filter: parts.find(isProjectFilter) ?? defaultProjectFilter,
    search: decodeSafely(search.slice(searchPrefix.length)),
  }
}

export const formatListAddress = ({ filter, search }: ListAddress): string =>
  `/projects#${[filter, ...(search.trim() === '' ? [] : [searchPrefix + encodeURIComponent(search)])].join('&')}`

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function FilterPanel({ current }: { readonly current: ProjectFilter }) {
  const list = useRef<HTMLUListElement>(null)
  // On a phone the filters are one row that is wider than the screen.
  useLayoutEffect(() => {
    scrollIntoRow(list.current?.children[projectFilters.indexOf(current)])
  }, [current])
  return (
    <nav aria-label={projectListTexts.filters} className={styles.panel}>
      <ul ref={list} className={styles.filters}>
        {projectFilters.map((filter) => (
          <li key={filter}>
            <Link
              to={formatListAddress({ filter, search: '' })}
              aria-current={filter === current ? 'page' : undefined}
              className={styles.filter}
              onFocus={scrollToKeyboardFocus}
            >
              {projectFilterLabels[filter]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const scrollIntoRow = (element: Element | undefined): void =>
  element?.scrollIntoView?.({ block: 'nearest', inline: 'center' })

/**
 * A browser does not scroll a half-visible item into view. Under a pointer nothing may move, or the click would miss.
 */
function scrollToKeyboardFocus({ currentTarget }: FocusEvent): void {
  if (currentTarget.matches(':focus-visible')) scrollIntoRow(currentTarget)
}

interface NameFilterProps {
  readonly place: ListAddress
  readonly typed: string
  onType(text: string): void
}

/** Filters while typing; the address follows, so that a reload or a link shows the same. */
export function NameFilter({ place, typed, onType }: NameFilterProps) {
  const id = useId()
  const navigate = useNavigate()
  const { filter, search } = place
  useEffect(() => {
    if (typed === search) return undefined
    // Browsers throttle an address that changes with every key press of a fast typist.
    const timer = window.setTimeout(
      () => void navigate(formatListAddress({ filter, search: typed }), { replace: true }),
      limits.searchDebounceMs,
    )
    return () => window.clearTimeout(timer)
  }, [typed, search, filter, navigate])
  return (
    <div className={projectsPageStyles.search}>
      <label htmlFor={id}>{projectListTexts.filterByName}</label>
      <input id={id} type="search" autoComplete="off" value={typed} onChange={(event) => onType(event.target.value)} />
    </div>
  )
}

/** Returns the typed text until the address changes, because the top bar searches too. */
export function useTypedSearch(search: string): [string, (text: string) => void] {
  const [typed, setTyped] = useState(search)
  const [known, setKnown] = useState(search)
  if (known !== search) {
    setKnown(search)
    if (search.trim() !== typed.trim()) setTyped(search)
  }
  return [typed, setTyped]
}
