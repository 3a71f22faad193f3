import type { NodeId } from '@espalier/domain'
import type { CalendarDate } from '@espalier/domain/planning-dates'
import { type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { selectNode, tryAction } from '../actions/action.ts'
import { editTitleAction } from '../actions/node-actions.ts'
import themeStyles from '../map/theme/map-theme.module.css'
import { ItemFocus } from '../plan-view/item-focus.ts'
import { Announcement, announceIn, useTitleSessions, useViewReady } from '../plan-view/view-frame.tsx'
import type { PlanViewProps } from '../workspace/create-workspace.ts'
import { type PlanStage, standInForMap } from '../workspace/plan-stage.ts'
import { CalendarHead } from './CalendarHead.tsx'
import { type CalendarController, findToday, getCalendarController } from './calendar-controller.ts'
import { listenToCalendarDrags } from './calendar-drags.ts'
import { addOnDay } from './calendar-edits.ts'
import { type FocusDay, handleCalendarKey } from './calendar-keys.ts'
import { Days } from './Days.tsx'
import styles from './Calendar.module.css'

/** The nodes of the plan on the days on which they are due. */
export function CalendarView({ workspace, loadPeople }: PlanViewProps) {
  const calendar = getCalendarController(workspace, loadPeople)
  const title = useCell(workspace.client.project, (project) => project.title)
  const theme = useCell(workspace.mapTheme)
  const root = useRef<HTMLElement>(null)
  const focus = useCalendarStage(calendar, root)
  const focusDay = useDayFocus(calendar, root)
  useViewReady(workspace, root)
  useTitleSessions(workspace)
  useLayoutEffect(() => (root.current === null ? undefined : listenToCalendarDrags(calendar, root.current)), [calendar])
  return (
    <>
      {/* Keys and clicks on days and entries. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <section
        ref={root}
        className={joinClasses(styles.calendar, themeStyles.theme)}
        tabIndex={-1}
        translate="no"
        aria-label={title || mapTexts.project}
        data-view="calendar"
        data-map-theme={theme}
        onKeyDown={(event) => handleCalendarKey(calendar, event, focusDay)}
        onClick={(event) => pressEntry(calendar, event)}
        onDoubleClick={(event) => editOrAdd(calendar, event)}
        onContextMenu={(event) => openMenu(calendar, event)}
      >
        <CalendarHead calendar={calendar} />
        <Days calendar={calendar} focus={focus} focusDay={focusDay} />
      </section>
      <Announcement of={calendar.announcement} />
    </>
  )
}

/**
 * The list of a day is after the grid, and has the larger entry. An entry that has just moved is still drawn on its
 * former day, where it is about to vanish.
 */
function findEntryElement({ workspace }: CalendarController, root: HTMLElement | null, id: NodeId): HTMLElement | null {
  const due = workspace.client.node(id)?.dueDate
  const drawn = [...(root?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])]
  return drawn.findLast(({ dataset }) => dataset['entry'] === id && dataset['due'] === due) ?? null
}

/** The questions that the actions of the screen ask of the view that is shown. */
function createCalendarStage(calendar: CalendarController, focus: ItemFocus): PlanStage {
  const reveal: PlanStage['reveal'] = (id) => {
    const day = calendar.findDay(id)
    if (day !== undefined) calendar.cursor.set(day)
  }
  return {
    reveal,
    focus(id) {
      reveal(id)
      focus.focus(id)
    },
    getScreenRect: (id) => focus.findElement(id)?.getBoundingClientRect() ?? null,
    findNeighbor(id, towards) {
      const all = calendar.listInOrder()
      const next = all.indexOf(id) + (towards === 'up' || towards === 'left' ? -1 : 1)
      return next < 0 ? undefined : all[next]
    },
    shownIds: () => calendar.listInOrder(),
    isShown: (id) => calendar.findDay(id) !== undefined,
    announce: (text) => announceIn(calendar.announcement, text),
  }
}

/** Answers for the map, and begins with the present month. */
function useCalendarStage(calendar: CalendarController, root: RefObject<HTMLElement | null>): ItemFocus {
  const [focus] = useState(
    () => new ItemFocus(calendar.workspace, (id) => findEntryElement(calendar, root.current, id)),
  )
  useLayoutEffect(() => {
    calendar.cursor.set(findToday())
    return standInForMap(calendar.workspace.map, createCalendarStage(calendar, focus))
  }, [calendar, focus])
  return focus
}

/** Returns a function that shows a day and focuses its cell. */
function useDayFocus(calendar: CalendarController, root: RefObject<HTMLElement | null>): FocusDay {
  const wanted = useRef<CalendarDate | null>(null)
  const [, show] = useState(0)
  useEffect(() => {
    if (wanted.current === null) return
    const cell = root.current?.querySelector<HTMLElement>(`[data-date="${wanted.current}"]`)
    wanted.current = null
    cell?.focus()
  })
  return (day) => {
    wanted.current = day
    calendar.cursor.set(day)
    show((times) => times + 1)
  }
}

const isControl = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest('button, [role=textbox], [role=menu]') !== null

const findEntryId = (target: EventTarget | null): NodeId | undefined =>
  isControl(target) ? undefined : (target as Element).closest<HTMLElement>('[data-entry]')?.dataset['entry']

/** A click selects an entry, with Shift or Ctrl another one, too. Buttons handle their own clicks. */
function pressEntry({ workspace }: CalendarController, event: MouseEvent): void {
  const id = findEntryId(event.target)
  if (id === undefined) return
  if (event.shiftKey || event.ctrlKey || event.metaKey) {
    const ids = new Set(workspace.selection.get().ids)
    if (!ids.delete(id)) ids.add(id)
    workspace.selection.set({ ids, current: id })
  } else selectNode(workspace, id)
  if (event.target instanceof Element) event.target.closest<HTMLElement>('[data-entry]')?.focus({ preventScroll: true })
}

function editOrAdd(calendar: CalendarController, event: MouseEvent): void {
  const id = findEntryId(event.target)
  if (id !== undefined) return void tryAction(editTitleAction, calendar.workspace, id)
  const day = isControl(event.target)
    ? undefined
    : (event.target as Element).closest<HTMLElement>('[data-date]')?.dataset['date']
  if (day !== undefined) addOnDay(calendar, day)
}

function openMenu({ workspace }: CalendarController, event: MouseEvent): void {
  const id = findEntryId(event.target)
  if (id === undefined) return
  event.preventDefault()
  workspace.menu.set({ nodeId: id, at: { x: event.clientX, y: event.clientY } })
}
