import { type ProjectFilter, projectFilterLabels, projectFilters } from '@espalier/domain'
import { type FocusEvent, useLayoutEffect, useRef } from 'react'
import { Link } from '../../ui/Link.tsx'
import styles from './FilterPanel.module.css'
import { formatListAddress } from './list-place.ts'

export function FilterPanel({ current }: { readonly current: ProjectFilter }) {
  const list = useRef<HTMLUListElement>(null)
  // On a phone they are one row that is wider than the screen.
  useLayoutEffect(() => {
    scrollIntoRow(list.current?.children[projectFilters.indexOf(current)])
  }, [current])
  return (
    <nav aria-label="Project filters" className={styles.panel}>
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

/** A browser leaves what is half outside of the row where it is. Under a pointer nothing may move: the click would miss. */
function scrollToKeyboardFocus({ currentTarget }: FocusEvent): void {
  if (currentTarget.matches(':focus-visible')) scrollIntoRow(currentTarget)
}
