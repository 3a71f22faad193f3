import { type ProjectFilter, projectFilterLabels, projectFilters } from '@espalier/domain'
import { Link } from '../../ui/Link.tsx'
import styles from './FilterPanel.module.css'
import { addressOf } from './list-place.ts'

export const FilterPanel = ({ current }: { readonly current: ProjectFilter }) => (
  <nav aria-label="Project filters" className={styles.panel}>
    <ul className={styles.filters}>
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
