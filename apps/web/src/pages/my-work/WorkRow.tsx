import Hourglass from 'lucide-react/icons/hourglass'
import { memo } from 'react'
import type { WorkItem } from '../../api/my-work.ts'
import { myWorkTexts } from '../../texts/my-work.ts'
import { Link } from '../../ui/Button.tsx'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { formatDueDate } from './group-work.ts'
import styles from './WorkRow.module.css'

interface WorkRowProps {
  readonly item: WorkItem
  readonly today: string
  /** Under a heading with the project's title it need not be repeated. */
  readonly hasProject: boolean
  onDone(item: WorkItem): void
}

/** Memoized, so that marking one of hundreds as done renders no other. */
export const WorkRow = memo(function WorkRow({ item, today, hasProject, onDone }: WorkRowProps) {
  const { id, status, project, goals, isReady } = item
  const title = item.title.trim() === '' ? myWorkTexts.untitled : item.title
  return (
    <li data-node-id={id} data-status={status} className={styles.row}>
      <button
        type="button"
        aria-label={myWorkTexts.markDone(title)}
        data-tooltip={myWorkTexts.markDone(title)}
        onClick={() => onDone(item)}
      >
        <StatusMark status={status} />
      </button>
      <Link to={`/tree/${project.id}#node=${id}`} translate="no" aria-keyshortcuts="Space">
        {title}
      </Link>
      <Marks item={item} today={today} isReady={isReady} />
      {(hasProject || goals.length > 0) && (
        <ul>
          {hasProject && (
            <li translate="no" data-project="">
              {project.title}
            </li>
          )}
          {goals.map((titles) => (
            <li key={titles.join('\n')} translate="no">
              <GoalPath titles={titles} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
})

/** The titles on the way from a root to the node, of which the root is the goal. */
const GoalPath = ({ titles }: { readonly titles: readonly string[] }) =>
  titles.map((title, place) => (
    // The same title may be on a way twice.
    <span key={place}>{title}</span>
  ))

interface MarksProps {
  readonly item: WorkItem
  readonly today: string
  readonly isReady: boolean
}

function Marks({ item: { status, priority, dueDate }, today, isReady }: MarksProps) {
  const isOverdue = dueDate !== null && dueDate < today
  const date = dueDate === null ? null : formatDueDate(dueDate, today)
  return (
    <p>
      {!isReady && (
        <span>
          <Hourglass size={14} aria-hidden="true" />
          {myWorkTexts.waiting}
        </span>
      )}
      {status === 'progress' && <span>{myWorkTexts.inProgress}</span>}
      {priority !== 'none' && (
        <span data-priority={priority} title={myWorkTexts.priority(myWorkTexts.priorities[priority])}>
          {myWorkTexts.priorities[priority]}
        </span>
      )}
      {date !== null && dueDate !== null && (
        <time
          dateTime={dueDate}
          data-overdue={isOverdue ? '' : undefined}
          title={isOverdue ? myWorkTexts.overdue(date) : myWorkTexts.due(date)}
        >
          {date}
        </time>
      )}
    </p>
  )
}
