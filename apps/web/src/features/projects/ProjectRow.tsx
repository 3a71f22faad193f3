import { canLeave, completionLabels, type NodeStatus, listProjectMenuItems, findRole } from '@espalier/domain'
import type { LucideIcon } from 'lucide-react'
import Circle from 'lucide-react/icons/circle'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleDot from 'lucide-react/icons/circle-dot'
import { memo } from 'react'
import { formatPerson, usePerson } from '../../data/people/index.ts'
import type { ListedProject } from '../../data/projects/index.ts'
import { Link } from '../../ui/Link.tsx'
import { LeaveButton, ProjectActionsMenu } from './ProjectActions.tsx'
import styles from './ProjectTable.module.css'
import { formatFullDate } from './updated-text.ts'
import type { RunProjectAction } from './use-intents.ts'

interface ProjectTableRowProps {
  readonly project: ListedProject
  /** Counted from one, the header being the first. */
  readonly rowIndex: number
  readonly updated: string
  readonly userId: string | null
  readonly hasActions: boolean
  readonly isBusy: boolean
  readonly act: RunProjectAction
}

const statusIcons: Readonly<Record<NodeStatus, LucideIcon>> = { todo: Circle, progress: CircleDot, done: CircleCheck }

/** Drawn again only when something it shows has changed: rows that stay while others come and go cost nothing. */
export const ProjectTableRow = memo(function ProjectRow(props: ProjectTableRowProps) {
  const { project, rowIndex, updated, userId, hasActions, isBusy, act } = props
  const { id, title, status, completionStatus, owner, updatedAt } = project
  const Icon = statusIcons[completionStatus]
  const role = findRole(userId, project)
  const items = listProjectMenuItems({ role, status, hasProductAccess: hasActions })
  return (
    <tr data-project-id={id} aria-rowindex={rowIndex} aria-busy={isBusy || undefined} className={styles.row}>
      <td data-column="name" className={styles.cell}>
        <span className={styles.name}>
          <Link to={`/tree/${id}`} title={title} className={styles.title}>
            {title}
          </Link>
          {status === 'inactive' && <span className={styles.tag}>Inactive</span>}
        </span>
      </td>
      <td data-column="status" className={styles.cell}>
        <span className={styles.status} data-status={completionStatus}>
          <Icon size={16} />
          {completionLabels[completionStatus]}
        </span>
      </td>
      <td data-column="owner" className={styles.cell}>
        <OwnerName id={owner} />
      </td>
      <td data-column="updated" className={styles.cell}>
        <time dateTime={new Date(updatedAt).toISOString()} title={formatFullDate(updatedAt)}>
          {updated}
        </time>
      </td>
      {hasActions && (
        <td data-column="actions" className={styles.cell}>
          <div className={styles.actions}>
            {items.length > 0 && <ProjectActionsMenu project={project} items={items} isBusy={isBusy} act={act} />}
            {canLeave({ role, status }) && <LeaveButton project={project} isBusy={isBusy} act={act} />}
          </div>
        </td>
      )}
    </tr>
  )
})

function OwnerName({ id }: { readonly id: string }) {
  const text = formatPerson(usePerson(id))
  return (
    <span className={styles.owner} title={text}>
      {text}
    </span>
  )
}
