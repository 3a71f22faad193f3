import {
  canLeave,
  completionLabels,
  dayMs,
  findRole,
  hourMs,
  listProjectMenuItems,
  minuteMs,
  type ProjectMenuItem,
  projectMenuLabels,
  secondMs,
} from '@espalier/domain'
import type { LucideIcon } from 'lucide-react'
import Archive from 'lucide-react/icons/archive'
import ArchiveRestore from 'lucide-react/icons/archive-restore'
import Copy from 'lucide-react/icons/copy'
import DoorOpen from 'lucide-react/icons/door-open'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FolderOpen from 'lucide-react/icons/folder-open'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import Pencil from 'lucide-react/icons/pencil'
import Share from 'lucide-react/icons/share-2'
import Trash from 'lucide-react/icons/trash-2'
import Undo from 'lucide-react/icons/undo-2'
import { memo } from 'react'
import { formatPerson, usePerson } from '../../api/people.ts'
import type { ListedProject } from '../../api/projects.ts'
import { projectListTexts } from '../../texts/projects.ts'
import { Link } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { StatusMark } from '../../ui/StatusMark.tsx'
import type { RunProjectAction } from './project-actions.ts'
import menuStyles from '../../ui/Menu.module.css'
import styles from './ProjectTable.module.css'

const relativeTimes = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
const mediumDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const fullDates = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })

/** Returns the age within the last day, otherwise the date. A timestamp in the future counts as now. */
export function formatUpdatedAt(updatedAt: number, now: number): string {
  const age = Math.max(0, now - updatedAt)
  if (age >= dayMs) return mediumDates.format(updatedAt)
  if (age >= hourMs) return relativeTimes.format(-Math.floor(age / hourMs), 'hour')
  if (age >= minuteMs) return relativeTimes.format(-Math.floor(age / minuteMs), 'minute')
  return relativeTimes.format(-Math.floor(age / secondMs), 'second')
}

const formatFullDate = (updatedAt: number): string => fullDates.format(updatedAt)

const actionIcons: Readonly<Record<ProjectMenuItem, LucideIcon>> = {
  share: Share,
  edit: Pencil,
  duplicate: Copy,
  open: FolderOpen,
  archive: Archive,
  unarchive: ArchiveRestore,
  delete: Trash,
  undelete: Undo,
}

interface ProjectActionsMenuProps {
  readonly project: ListedProject
  readonly items: readonly ProjectMenuItem[]
  readonly isBusy: boolean
  readonly act: RunProjectAction
}

const ProjectActionsMenu = ({ project, items, isBusy, act }: ProjectActionsMenuProps) => (
  <Menu
    label={projectListTexts.actionsFor(project.title)}
    triggerContent={isBusy ? <LoaderCircle size={18} className={styles.busy} /> : <Ellipsis size={18} />}
  >
    {items.map((item) => (
      <ActionItem key={item} item={item} onSelect={() => !isBusy && act(item, project)} />
    ))}
  </Menu>
)

/**
 * This is a button beside the menu because the specification fixes the menu's items. It works without opening the
 * project first.
 */
const LeaveButton = ({ project, isBusy, act }: Omit<ProjectActionsMenuProps, 'items'>) => (
  <button
    type="button"
    className={menuStyles.trigger}
    aria-label={projectListTexts.leave(project.title)}
    title={projectListTexts.leaveHint}
    disabled={isBusy}
    onClick={() => act('leave', project)}
  >
    <DoorOpen size={18} aria-hidden="true" />
  </button>
)

interface ActionItemProps {
  readonly item: ProjectMenuItem
  onSelect(): void
}

function ActionItem({ item, onSelect }: ActionItemProps) {
  const Icon = actionIcons[item]
  return (
    <MenuItem onSelect={onSelect}>
      <Icon size={16} />
      {projectMenuLabels[item]}
    </MenuItem>
  )
}

interface ProjectTableRowProps {
  readonly project: ListedProject
  /** Counts from one; the header is the first row. */
  readonly rowIndex: number
  readonly updated: string
  readonly userId: string | null
  readonly hasActions: boolean
  readonly isBusy: boolean
  readonly act: RunProjectAction
}

/** Memoized, so that rows that stay while others come and go cost nothing. */
export const ProjectTableRow = memo(function ProjectRow(props: ProjectTableRowProps) {
  const { project, rowIndex, updated, userId, hasActions, isBusy, act } = props
  const { id, title, status, completionStatus, owner, updatedAt } = project
  const role = findRole(userId, project)
  const items = listProjectMenuItems({ role, status, hasProductAccess: hasActions })
  return (
    <tr data-project-id={id} aria-rowindex={rowIndex} aria-busy={isBusy || undefined} className={styles.row}>
      <td data-column="name" className={styles.cell}>
        <span className={styles.name}>
          <Link to={`/tree/${id}`} title={title} translate="no" className={styles.title}>
            {title}
          </Link>
          {status === 'inactive' && <span className={styles.tag}>{projectListTexts.inactive}</span>}
        </span>
      </td>
      <td data-column="status" className={styles.cell}>
        <span className={styles.status}>
          <StatusMark status={completionStatus} />
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
    <span className={styles.owner} title={text} translate="no">
      {text}
    </span>
  )
}
