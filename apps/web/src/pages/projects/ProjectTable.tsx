import { limits } from '@espalier/domain'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { ListedProject } from '../../api/projects.ts'
import { useNavigate } from '../../platform/router.tsx'
import { clock } from '../../platform/timing.ts'
import { projectListTexts } from '../../texts/projects.ts'
import { formatUpdatedAt, ProjectTableRow } from './ProjectTableRow.tsx'
import type { RunProjectAction } from './project-actions.ts'
import { type ProjectSort, type SortColumn, sortColumns } from './use-shown-projects.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import styles from './ProjectTable.module.css'

/** The current time, updated for the relative dates of the list. */
function useNow(): number {
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(clock.now()), limits.listClockMs)
    return () => window.clearInterval(timer)
  }, [])
  return now
}

/** Links, buttons and the action menu handle their own clicks. */
const clickableParts = 'a, button, [role="menu"], [data-column="actions"]'

/** A click elsewhere on a row opens its project. For the keyboard the name is a link. */
function useRowClicks(body: RefObject<HTMLElement | null>, onOpen: (id: string) => void): void {
  const latest = useRef(onOpen)
  useEffect(() => {
    latest.current = onOpen
  }, [onOpen])
  useEffect(() => {
    const element = body.current
    const open = (event: MouseEvent) => {
      const { target } = event
      if (!(target instanceof Element) || target.closest(clickableParts) !== null || event.defaultPrevented) return
      // A person who selects text to copy it does not want to navigate.
      if (window.getSelection()?.isCollapsed === false) return
      const id = target.closest<HTMLElement>('tr[data-project-id]')?.dataset['projectId']
      if (id !== undefined) latest.current(id)
    }
    element?.addEventListener('click', open)
    return () => element?.removeEventListener('click', open)
  }, [body])
}

interface TableHeadProps {
  readonly sort: ProjectSort
  onSort(column: SortColumn): void
  readonly hasActions: boolean
}

const TableHead = ({ sort, onSort, hasActions }: TableHeadProps) => (
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
            {projectListTexts.columns[column]}
            {sort.column === column &&
              (sort.direction === 'ascending' ? <ArrowUp size={14} /> : <ArrowDown size={14} />)}
          </button>
        </th>
      ))}
      {hasActions && (
        <th scope="col" data-column="actions" className={styles.head}>
          {projectListTexts.columns.actions}
        </th>
      )}
    </tr>
  </thead>
)

interface ProjectTableProps {
  readonly projects: readonly ListedProject[]
  readonly userId: string | null
  readonly hasAccess: boolean
  readonly sort: ProjectSort
  onSort(column: SortColumn): void
  readonly act: RunProjectAction
  readonly busyIds: ReadonlySet<string>
}

/** Only the rows near the viewport are in the document; aria-rowcount gives the total. */
export function ProjectTable({ projects, userId, hasAccess, sort, onSort, act, busyIds }: ProjectTableProps) {
  const now = useNow()
  const body = useRef<HTMLTableSectionElement>(null)
  const navigate = useNavigate()
  useRowClicks(body, (id) => void navigate(`/tree/${id}`))
  const pieces = useVirtualRows(body, projects)
  return (
    <table className={styles.table} aria-rowcount={projects.length + 1}>
      <TableHead sort={sort} onSort={onSort} hasActions={hasAccess} />
      <tbody ref={body}>
        {pieces.map((piece) =>
          piece.kind === 'gap' ? (
            <tr
              key={`before ${piece.before}`}
              aria-hidden="true"
              className={styles.gap}
              style={{ height: piece.height }}
            />
          ) : (
            <ProjectTableRow
              key={piece.project.id}
              project={piece.project}
              rowIndex={piece.place + 2}
              updated={formatUpdatedAt(piece.project.updatedAt, now)}
              userId={userId}
              hasActions={hasAccess}
              isBusy={busyIds.has(piece.project.id)}
              act={act}
            />
          ),
        )}
      </tbody>
    </table>
  )
}
