import type { NodeId } from '@espalier/domain'
import { getWeekday } from '@espalier/domain/planning-dates'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { phoneScreen, useMediaQuery } from '../../platform/media-query.ts'
import { isOverdue } from '../map/chips/chip-row.ts'
import type { ItemFocus } from '../plan-view/item-focus.ts'
import { useItemMarks } from '../plan-view/item-marks.ts'
import { type CalendarController, findToday } from './calendar-controller.ts'
import { formatLongWeekday, formatMonth, formatWeekday, listWeeks } from './calendar-days.ts'
import type { FocusDay } from './calendar-keys.ts'
import { DayCell } from './DayCell.tsx'
import { DayList } from './DayList.tsx'
import { EntryView } from './EntryView.tsx'
import styles from './Calendar.module.css'

interface DaysProps {
  readonly calendar: CalendarController
  readonly focus: ItemFocus
  readonly focusDay: FocusDay
}

/** The most entries of a cell, whatever its height: a month of full days is drawn at once. */
const mostEntries = { month: 5, week: 30 } as const
/** On a phone a month shows entries as small bars, and the list of a day below it. */
const mostBars = 3

/** The grid of days, and the list of one of them. */
export function Days({ calendar, focus, focusDay }: DaysProps) {
  const { workspace } = calendar
  useCell(calendar.version)
  const cursor = useCell(calendar.cursor)
  const { mode } = useCell(calendar.settings)
  const opened = useCell(calendar.listedDay)
  const canEdit = useCell(workspace.client.canEdit)
  const editing = useCell(workspace.editing)
  const { current } = useCell(workspace.selection)
  const isPhone = useMediaQuery(phoneScreen)
  const grid = useRef<HTMLTableElement>(null)
  const weeks = listWeeks(cursor, mode, calendar.firstWeekday)
  const room = useRoom(grid, weeks.length)
  const today = findToday()
  const hasList = isPhone && mode === 'month'
  const listedDay = hasList ? cursor : opened
  const drawEntry = useEntries(calendar, today, listedDay)
  useLayoutEffect(() => focus.resume())
  return (
    <>
      <div className={styles.days} data-days="" data-mode={mode}>
        {/* Arrow keys walk through its cells. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <table ref={grid} role="grid" aria-label={formatMonth(cursor)} className={styles.grid}>
          <thead>
            <tr>
              {(weeks[0] ?? []).map((day) => (
                <th key={getWeekday(day)} scope="col" abbr={formatLongWeekday(day)}>
                  {formatWeekday(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <DayCell
                    key={day}
                    calendar={calendar}
                    day={day}
                    today={today}
                    cursor={cursor}
                    room={hasList ? mostBars : Math.min(mostEntries[mode], room)}
                    pinnedIds={[current, editing?.nodeId ?? null]}
                    canEdit={canEdit}
                    drawEntry={(id) => drawEntry(id, 'cell', day === cursor)}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {listedDay !== null && (
        <DayList
          key={hasList ? 'below' : listedDay}
          calendar={calendar}
          day={listedDay}
          focusDay={hasList ? null : focusDay}
          canEdit={canEdit}
          drawEntry={(id) => drawEntry(id, 'list', true)}
        />
      )}
    </>
  )
}

type DrawEntry = (id: NodeId, place: 'cell' | 'list', isTabStop: boolean) => ReactNode

/** The title of an entry that is also in the list is edited there. */
function useEntries(calendar: CalendarController, today: string, listedDay: string | null): DrawEntry {
  const { workspace } = calendar
  const { ids } = useCell(workspace.selection)
  const editedId = useCell(workspace.editing)?.nodeId
  const marks = useItemMarks(workspace)
  return (id, place, isTabStop) => {
    const record = workspace.client.node(id)
    if (record === undefined) return null
    const isListed = record.dueDate === listedDay
    return (
      <EntryView
        key={id}
        calendar={calendar}
        record={record}
        description={calendar.chips.getView(record, descriptionPx)?.description ?? ''}
        isOverdue={isOverdue(record, today)}
        isSelected={ids.has(id)}
        isTabStop={isTabStop}
        isEditing={id === editedId && isListed === (place === 'list')}
        isDimmed={marks.isDimmed(id)}
        isCurrentHit={marks.isCurrentHit(id)}
        otherColor={marks.findOtherColor(id)}
      />
    )
  }
}

/** Every chip has room in a description. */
const descriptionPx = 1_000

/** Calendar.module.css repeats these numbers. */
const cellPx = { head: 30, entry: 24, weekdays: 26 } as const
/** A grid that has no size yet has cells for this many. */
const assumedRoom = 3

/** Returns how many entries have room in a cell. */
function useRoom(grid: RefObject<HTMLElement | null>, weekCount: number): number {
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = grid.current
    if (element === null) return undefined
    const read = () => setHeight(element.clientHeight)
    read()
    if (typeof ResizeObserver === 'undefined') return undefined
    const resized = new ResizeObserver(read)
    resized.observe(element)
    return () => resized.disconnect()
  }, [grid])
  if (height === 0) return assumedRoom
  const cell = (height - cellPx.weekdays) / weekCount
  return Math.max(1, Math.floor((cell - cellPx.head) / cellPx.entry))
}
