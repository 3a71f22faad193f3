import { toPlainText } from '@espalier/domain'
import type { NodeRecord, ProjectDetails } from '@espalier/sync'
import type { ReactNode } from 'react'
import { nodeFieldTexts as texts } from '../../texts/node-fields.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { TagDot } from '../fields/ValueChips.tsx'
import type { TableColumn } from './table-columns.ts'
import type { TableController } from './table-controller.ts'
import styles from './Table.module.css'

interface CellValueProps {
  readonly table: TableController
  readonly record: NodeRecord
  readonly column: TableColumn
  readonly project: ProjectDetails
}

/** The value of a cell, with as few elements as it can be read from: a table has hundreds of them. */
export function CellValue({ table, record, column, project }: CellValueProps): ReactNode {
  switch (column.id) {
    case 'status':
      return (
        <>
          <StatusMark status={record.status} /> <span translate="yes">{texts.statuses[record.status]}</span>
        </>
      )
    case 'stage': {
      const stage = project.stages.find(({ id }) => id === record.stageId)
      return stage === undefined ? null : (
        <>
          <TagDot color={stage.colour} /> {stage.name}
        </>
      )
    }
    case 'priority':
      return record.priority === 'none' ? null : (
        <span className={styles.priority} translate="yes" data-priority={record.priority}>
          {texts.priorities[record.priority]}
        </span>
      )
    case 'tags':
      return project.tags
        .filter(({ id }) => record.tagIds.includes(id))
        .map(({ id, name, colour }) => (
          <span key={id} className={styles.tag}>
            <TagDot color={colour} />
            {name}
          </span>
        ))
    case 'blockedBy':
      return record.blockedByIds
        .flatMap((id) => {
          const blocker = table.workspace.client.node(id)
          return blocker === undefined ? [] : [toPlainText(blocker.title)]
        })
        .join(', ')
    case 'dueDate':
      return record.dueDate === null ? null : (
        <time dateTime={record.dueDate} data-overdue={isOverdue(record) ? '' : undefined}>
          {formatDay(record.dueDate)}
        </time>
      )
    case 'startDate':
      return record.startDate === null ? null : formatDay(record.startDate)
  }
  const value = column.definition === null ? undefined : record.fields[column.id]
  if (column.definition?.type === 'date' && value !== undefined) return formatDay(String(value))
  if (column.definition?.type === 'checkbox') return value === true ? <span className={styles.check} /> : null
  return table.cells.readText(record, column)
}

const dayFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A day as people of the browser's language write it. */
const formatDay = (date: string): string => {
  const time = Date.parse(date)
  return Number.isNaN(time) ? date : dayFormat.format(time)
}

const todayFormat = new Intl.DateTimeFormat('sv')

/** A date that has passed while the node is not done. */
const isOverdue = ({ dueDate, status }: NodeRecord): boolean =>
  dueDate !== null && status !== 'done' && dueDate < todayFormat.format(Date.now())
