import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import styles from './ProjectTable.module.css'
import { type ProjectSort, type SortColumn, sortColumns } from './sort-projects.ts'

const columnLabels: Readonly<Record<SortColumn, string>> = {
  name: 'Name',
  status: 'Status',
  owner: 'Owner',
  updated: 'Updated',
}

interface TableHeadProps {
  readonly sort: ProjectSort
  onSort(column: SortColumn): void
  readonly hasActions: boolean
}

export const TableHead = ({ sort, onSort, hasActions }: TableHeadProps) => (
  <thead>
    <tr aria-rowindex={1}>
      {sortColumns.map((column) => (
        <th
          key={column}
          scope="col"
          data-column={column}
          aria-sort={sort.column === column ? sort.direction : 'none'}
          className={styles.head}
        >
          <button type="button" className={styles.sort} onClick={() => onSort(column)}>
            {columnLabels[column]}
            {sort.column === column &&
              (sort.direction === 'ascending' ? <ArrowUp size={14} /> : <ArrowDown size={14} />)}
          </button>
        </th>
      ))}
      {hasActions && (
        <th scope="col" data-column="actions" className={styles.head}>
          Actions
        </th>
      )}
    </tr>
  </thead>
)
