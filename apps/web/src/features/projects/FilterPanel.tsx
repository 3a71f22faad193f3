import { type ProjectFilter, projectFilterLabels, projectFilters } from '@espalier/domain'
import { useLayoutEffect, useRef } from 'react'
import { Link } from '../../ui/Link.tsx'
import styles from './FilterPanel.module.css'
import { addressOf } from './list-place.ts'

export function FilterPanel({ current }: { readonly current: ProjectFilter }) {
  const list = useRef<HTMLUListElement>(null)
  // On a phone they are one row that is wider than the screen.
  useLayoutEffect(() => {
    const chosen = list.current?.children[projectFilters.indexOf(current)]
    chosen?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav aria-label="Project filters" className={styles.panel}>
      <ul ref={list} className={styles.filters}>
        {projectFilters.map((filter) => (
          <li key={filter}>
            <Link
              to={addressOf({ filter, search: '' })}
              aria-current={filter === current ? 'page' : undefined}
              className={styles.filter}
            >
              {projectFilterLabels[filter]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
