import { Fragment, type RefObject, useLayoutEffect } from 'react'
import { useCell } from '../../platform/cell.ts'
import { nodeFieldTexts as fieldTexts } from '../../texts/node-fields.ts'
import { tableTexts as texts } from '../../texts/table.ts'
import { unsavedTitles } from '../editor/title-session.ts'
import { useProjectPeople } from '../fields/people.ts'
import { controlsPx, useRowWindow } from '../outline/use-row-window.ts'
import { useItemMarks } from '../plan-view/item-marks.ts'
import type { TableController } from './table-controller.ts'
import type { GroupRow } from './table-rows.ts'
import type { CellFocus } from './table-stage.ts'
import { TableRowView } from './TableRowView.tsx'
import styles from './Table.module.css'

/** Rows have one height, so that none has to be measured. The style sheet repeats the figures. */
const rowHeights = { desk: 36, phone: 44 } as const
const overscan = 4

interface TableBodyProps {
  readonly table: TableController
  readonly root: RefObject<HTMLDivElement | null>
  readonly focus: CellFocus
  readonly isPhone: boolean
}

export function TableBody({ table, root, focus, isPhone }: TableBodyProps) {
  const { workspace, columns } = table
  const { client } = workspace
  useCell(table.version)
  const { ids, current } = useCell(workspace.selection)
  const editing = useCell(workspace.editing)
  const edit = useCell(table.edit)
  const canEdit = useCell(client.canEdit)
  const project = useCell(client.project)
  const unsaved = useCell(unsavedTitles)
  const people = useProjectPeople(workspace)
  const marks = useItemMarks(workspace)
  const { currentIndex, columnIndex, range } = table
  const editedIndex =
    edit === null ? (editing === null ? -1 : table.findIndex(editing.nodeId)) : table.indexOf(edit.rowKey)
  const rowPx = isPhone ? rowHeights.phone : rowHeights.desk
  const rowWindow = useRowWindow(table, root, [currentIndex, editedIndex], {
    rowPx,
    overscan,
    // The header covers the first row's height.
    coveredPx: controlsPx + rowPx,
  })
  useLayoutEffect(() => focus.resume())
  const tabStop = currentIndex < 0 ? table.findNodeRow(rowWindow.items[0]?.index ?? 0, 1) : currentIndex
  const drawn = rowWindow.items
  const drawnTo = drawn.at(-1)?.end ?? 0
  return (
    <tbody>
      {drawn.map(({ index, start }, place) => {
        const row = table.rows[index]
        const record = row?.kind === 'node' ? client.node(row.id) : undefined
        const gap = start - (drawn[place - 1]?.end ?? 0)
        if (row === undefined || (row.kind === 'node' && record === undefined)) return null
        const isInRange = range !== null && index >= range.top && index <= range.bottom && range.top < range.bottom
        const isWide = range !== null && range.left < range.right && (isInRange || index === currentIndex)
        return (
          <Fragment key={row.key}>
            {gap > 0 && <Spacer heightPx={gap} span={columns.length} />}
            {row.kind === 'group' || record === undefined ? (
              <GroupHeading table={table} row={row as GroupRow} index={index} />
            ) : (
              <TableRowView
                table={table}
                row={row}
                index={index}
                record={record}
                columns={columns}
                project={project}
                peopleKey={people.members.map(({ name }) => name).join(' ')}
                isSelected={ids.has(row.id)}
                isCurrent={current === row.id && index === currentIndex}
                activeColumn={index === tabStop ? columnIndex : -1}
                rangeLeft={isInRange || isWide ? (range?.left ?? -1) : -1}
                rangeRight={isInRange || isWide ? (range?.right ?? -1) : -1}
                editedColumnId={
                  index !== editedIndex ? null : edit === null ? (editing === null ? null : 'title') : edit.columnId
                }
                typed={index === editedIndex ? (edit?.typed ?? '') : ''}
                isUnsaved={unsaved.has(row.id)}
                isDimmed={marks.isDimmed(row.id)}
                isCurrentHit={marks.isCurrentHit(row.id)}
                canEdit={canEdit}
                otherColor={marks.findOtherColor(row.id)}
              />
            )}
          </Fragment>
        )
      })}
      {rowWindow.heightPx > drawnTo && <Spacer heightPx={rowWindow.heightPx - drawnTo} span={columns.length} />}
    </tbody>
  )
}

/** Stands for the rows that are not drawn. */
const Spacer = ({ heightPx, span }: { readonly heightPx: number; readonly span: number }) => (
  <tr aria-hidden="true" className={styles.spacer}>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- It is hidden and nothing to use. */}
    <td colSpan={span} style={{ height: heightPx }} />
  </tr>
)

interface GroupHeadingProps {
  readonly table: TableController
  readonly row: GroupRow
  readonly index: number
}

function GroupHeading({ table, row: { name, count, estimate }, index }: GroupHeadingProps) {
  const unit = useCell(table.workspace.client.project, (project) => project.estimateUnit)
  return (
    <tr className={styles.group} aria-rowindex={index + 2}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- Its content names it. */}
      <th scope="colgroup" colSpan={table.columns.length}>
        <span className={styles.groupName}>
          <strong>{name}</strong>
          <span translate="yes" className={styles.groupCount}>
            {texts.nodes(count)}
            {estimate !== null && ` · ${fieldTexts.estimate[unit](formatAmount(estimate))}`}
          </span>
        </span>
      </th>
    </tr>
  )
}

/** Sums of tenths would show the errors of binary fractions. */
const formatAmount = (amount: number): string => String(Math.round(amount * 1_000) / 1_000)
