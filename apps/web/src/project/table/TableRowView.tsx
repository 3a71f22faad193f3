import { toPlainText } from '@espalier/domain'
import type { NodeRecord, ProjectDetails } from '@espalier/sync'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { actionTexts } from '../../texts/actions.ts'
import { mapTexts } from '../../texts/map.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { foldAction } from '../actions/fold-actions.ts'
import { TitleEditor } from '../editor/TitleEditor.tsx'
import { CellEditor } from './CellEditor.tsx'
import { CellValue } from './CellValue.tsx'
import type { TableColumn } from './table-columns.ts'
import type { TableController } from './table-controller.ts'
import { handleTitleKey } from './table-keys.ts'
import type { NodeRow } from './table-rows.ts'
import styles from './Table.module.css'

/** Everything that a row shows; a row is rendered again only when something of it has changed. */
interface TableRowViewProps {
  readonly table: TableController
  readonly row: NodeRow
  readonly index: number
  readonly record: NodeRecord
  readonly columns: readonly TableColumn[]
  /** Names of tags and stages, and the unit of estimates. */
  readonly project: ProjectDetails
  /** The names of the members, so that a row is rendered again when one becomes known. */
  readonly peopleKey: string
  readonly isSelected: boolean
  readonly isCurrent: boolean
  /** The column of the cell that Tab leads to; -1: in another row. */
  readonly activeColumn: number
  /** The first and last column of the range; -1: the row is outside of it. */
  readonly rangeLeft: number
  readonly rangeRight: number
  readonly editedColumnId: string | null
  readonly typed: string
  readonly isUnsaved: boolean
  readonly isDimmed: boolean
  /** The hit of the search that the person is at. */
  readonly isCurrentHit: boolean
  readonly canEdit: boolean
  /** The color of somebody else who has selected it. */
  readonly otherColor: string | undefined
}

export const TableRowView = memo(function TableRowView(props: TableRowViewProps) {
  const { table, row, record, columns, activeColumn, rangeLeft, rangeRight, editedColumnId } = props
  return (
    <tr
      className={joinClasses(styles.row, props.isDimmed && styles.dimmed, props.isCurrentHit && styles.hit)}
      style={
        {
          '--level': row.level - 1,
          ...(props.otherColor !== undefined && { '--other': props.otherColor }),
        } as CSSProperties
      }
      translate="no"
      aria-label={toPlainText(record.title) || mapTexts.untitled}
      aria-rowindex={props.index + 2}
      aria-selected={props.isSelected}
      data-row-key={row.key}
      data-node-id={row.id}
      data-status={record.status}
      data-current={props.isCurrent ? '' : undefined}
      data-other={props.otherColor === undefined ? undefined : ''}
      data-pending={props.isUnsaved ? 'true' : undefined}
    >
      {columns.map((column, at) => {
        const isEdited = column.id === editedColumnId
        return (
          <td
            key={column.id}
            className={joinClasses(styles.cell, isEdited && styles.edited)}
            tabIndex={at === activeColumn ? 0 : -1}
            aria-colindex={at + 1}
            aria-selected={at >= rangeLeft && at <= rangeRight && rangeLeft >= 0 ? true : undefined}
            aria-readonly={!props.canEdit || !column.isEditable || undefined}
            translate={isWrittenByPeople(column) ? 'no' : undefined}
            data-column={column.id}
            data-number={column.isNumber ? '' : undefined}
          >
            {column.id === 'title' ? (
              <TitleCell {...props} isEdited={isEdited} />
            ) : isEdited ? (
              <>
                <CellValue table={table} record={record} column={column} project={props.project} />
                <CellEditor table={table} row={row} column={column} typed={props.typed} />
              </>
            ) : (
              <CellValue table={table} record={record} column={column} project={props.project} />
            )}
          </td>
        )
      })}
    </tr>
  )
})

const columnsOfPeople: ReadonlySet<string> = new Set(['stage', 'assignees', 'tags', 'blockedBy', 'path'])

/** Such values stay as they are in every language. */
const isWrittenByPeople = ({ id, definition }: TableColumn): boolean => definition !== null || columnsOfPeople.has(id)

interface TitleCellProps extends TableRowViewProps {
  readonly isEdited: boolean
}

function TitleCell({ table, row, record, isEdited }: TitleCellProps): ReactNode {
  const { workspace } = table
  return (
    <div className={styles.titleCell}>
      {row.isExpanded !== null && (
        <button
          type="button"
          translate="yes"
          className={styles.fold}
          tabIndex={-1}
          aria-expanded={row.isExpanded}
          aria-label={row.isExpanded ? actionTexts.hideChildren : actionTexts.showChildren}
          onClick={() => foldAction.run(workspace, row.id)}
        />
      )}
      {isEdited ? (
        <div className={styles.titleEditor}>
          <TitleEditor
            workspace={workspace}
            nodeId={row.id}
            onKey={(event, session) => handleTitleKey(table, event, session)}
          />
        </div>
      ) : (
        <span className={styles.title} dir="auto" translate="no">
          {toPlainText(record.title) || mapTexts.untitled}
        </span>
      )}
      <button
        type="button"
        translate="yes"
        className={styles.menu}
        tabIndex={-1}
        aria-label={mapTexts.nodeMenu}
        aria-haspopup="menu"
        onClick={() => {
          table.use(row, 'title')
          workspace.menu.set({ nodeId: row.id, at: null })
        }}
      />
    </div>
  )
}
