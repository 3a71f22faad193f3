import { useRef } from 'react'
import { useNavigate } from 'react-router'
import type { ListedProject } from '../../data/projects/index.ts'
import { ProjectTableRow } from './ProjectRow.tsx'
import styles from './ProjectTable.module.css'
import { type ProjectSort, type SortColumn } from './sort-projects.ts'
import { TableHead } from './TableHead.tsx'
import { formatUpdatedAt } from './updated-text.ts'
import type { RunProjectAction } from './use-intents.ts'
import { useNow } from './use-now.ts'
import { useRowClicks } from './use-row-clicks.ts'
import { useVirtualRows } from './use-virtual-rows.ts'

interface ProjectTableProps {
  readonly projects: readonly ListedProject[]
  readonly userId: string | null
  readonly hasAccess: boolean
  readonly sort: ProjectSort
  onSort(column: SortColumn): void
  readonly act: RunProjectAction
  readonly busyIds: ReadonlySet<string>
}

/** Only the rows near the viewport are in the document; the table says how many there are. */
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
