import { memo, useSyncExternalStore } from 'react'
import type { TableColumn } from './table-columns.ts'
import type { TableController } from './table-controller.ts'
import { sortBy } from './table-keys.ts'
import { resetWidth } from './table-settings.ts'
import styles from './Table.module.css'

interface TableHeadProps {
  readonly table: TableController
  readonly columns: readonly TableColumn[]
}

/** A click on a header sorts, with Shift in addition to the others; it is dragged to another place or size. */
export const TableHead = memo(function TableHead({ table, columns }: TableHeadProps) {
  const { sorts } = useSyncExternalStore(table.settings.subscribe, table.settings.get)
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ id, label, definition, isNumber }, at) => {
          const place = sorts.findIndex(({ columnId }) => columnId === id)
          const sort = sorts[place]
          const order = sort === undefined ? undefined : sort.isDescending ? 'descending' : 'ascending'
          return (
            // The keys of the grid are handled by the table.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <th
              key={id}
              scope="col"
              className={styles.header}
              tabIndex={-1}
              aria-colindex={at + 1}
              // Only the first sort is announced as such; the others depend on it.
              aria-sort={place === 0 ? order : undefined}
              data-sort={order}
              data-column={id}
              data-number={isNumber ? '' : undefined}
              translate={definition === null ? 'yes' : undefined}
              onClick={(event) => {
                if (event.target instanceof Element && event.target.closest('[data-resize]') !== null) return
                sortBy(table, id, event.shiftKey)
              }}
            >
              <span className={styles.label}>{label}</span>
              {order !== undefined && (
                <span aria-hidden="true" className={styles.sort}>
                  {order === 'ascending' ? '↑' : '↓'}
                  {sorts.length > 1 && place + 1}
                </span>
              )}
              <span
                aria-hidden="true"
                className={styles.resize}
                data-resize=""
                onDoubleClick={() => table.change(resetWidth(table.settings.get(), id))}
              />
            </th>
          )
        })}
      </tr>
    </thead>
  )
})
