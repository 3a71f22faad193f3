/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- A table that is edited is a grid. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { phoneScreen, useMediaQuery } from '../../platform/media-query.ts'
import { mapTexts } from '../../texts/map.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import themeStyles from '../map/theme/map-theme.module.css'
import { Announcement, useTitleSessions, useViewReady } from '../plan-view/view-frame.tsx'
import type { PlanViewProps } from '../workspace/create-workspace.ts'
import { standInForMap } from '../workspace/plan-stage.ts'
import { NewRowButton, TableBar } from './TableBar.tsx'
import { TableBody } from './TableBody.tsx'
import { TableHead } from './TableHead.tsx'
import { getTableController, type TableController } from './table-controller.ts'
import { listenToTableGestures } from './table-gestures.ts'
import { handleTableKey } from './table-keys.ts'
import { handleCellFocus, listenToCellClipboard, openCellMenu, pressCell } from './table-presses.ts'
import { getColumnWidth } from './table-settings.ts'
import { CellFocus, createTableStage } from './table-stage.ts'
import styles from './Table.module.css'

/** The plan as rows and columns, which is edited like a spreadsheet. Only the rows near the viewport are drawn. */
export function TableView({ workspace }: PlanViewProps) {
  const table = getTableController(workspace)
  const title = useCell(workspace.client.project, (project) => project.title)
  const theme = useCell(workspace.mapTheme)
  const isPhone = useMediaQuery(phoneScreen)
  const root = useRef<HTMLDivElement>(null)
  const focus = useTableStage(table, root)
  useViewReady(workspace, root)
  useTitleSessions(workspace)
  useLayoutEffect(() => {
    if (root.current === null) return undefined
    const stops = [listenToTableGestures(table, root.current), listenToCellClipboard(table, root.current)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [table])
  useCell(table.version)
  const settings = useCell(table.settings)
  const { columns, rows } = table
  const widths = columns.map((column) => getColumnWidth(settings, column))
  return (
    <div className={joinClasses(styles.frame, themeStyles.theme)} data-map-theme={theme}>
      <TableBar table={table} />
      <div
        ref={root}
        className={styles.table}
        role="presentation"
        tabIndex={-1}
        data-view="table"
        onScroll={({ currentTarget }) => currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)}
        onKeyDown={(event) => handleTableKey(table, focus, event)}
        onFocus={(event) => handleCellFocus(table, event)}
        onPointerDownCapture={(event) => pressCell.down(table, event)}
        onClick={(event) => pressCell.click(table, event)}
        onDoubleClick={(event) => pressCell.doubleClick(table, event)}
        onContextMenu={(event) => openCellMenu(table, event)}
      >
        <table
          className={styles.grid}
          role="grid"
          translate="no"
          aria-label={title || mapTexts.project}
          aria-multiselectable="true"
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length}
          style={{ width: `calc(${titleWidth(widths[0] ?? 0)} + ${sum(widths.slice(1))}px)` }}
        >
          <colgroup>
            {columns.map(({ id }, at) => (
              <col key={id} style={{ width: at === 0 ? titleWidth(widths[0] ?? 0) : widths[at] }} />
            ))}
          </colgroup>
          <TableHead table={table} columns={columns} />
          <TableBody table={table} root={root} focus={focus} isPhone={isPhone} />
        </table>
        <NewRowButton table={table} />
      </div>
      <Announcement of={table.announcement} />
    </div>
  )
}

/** The fixed column leaves room for the others on a phone. */
const titleWidth = (px: number): string => `min(${px}px, 46vw)`

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** Answers for the map, and begins at the selected row. */
function useTableStage(table: TableController, root: RefObject<HTMLElement | null>): CellFocus {
  const [focus] = useState(() => new CellFocus(table))
  useLayoutEffect(() => {
    focus.attach(root.current)
    const leave = standInForMap(table.workspace.map, createTableStage(table, focus))
    return () => {
      table.edit.set(null)
      leave()
    }
  }, [table, focus, root])
  useEffect(() => {
    if (table.currentIndex >= 0) table.scrollTo(table.currentIndex, true)
  }, [table])
  return focus
}
