import {
  type CSSProperties,
  type MouseEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useCell } from '../../platform/cell.ts'
import { phoneScreen, useMediaQuery } from '../../platform/media-query.ts'
import { afterPaint } from '../../platform/timing.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import themeStyles from '../map/theme/map-theme.module.css'
import type { PlanViewProps } from '../workspace/create-workspace.ts'
import { standInForMap } from '../workspace/plan-stage.ts'
import { TimelineRows } from './TimelineRows.tsx'
import { TimelineTools } from './TimelineTools.tsx'
import { UnscheduledTray } from './UnscheduledTray.tsx'
import { findSpan } from './bar-dates.ts'
import { getTimelineController, type TimelineController } from './timeline-controller.ts'
import { scheduleFrom } from './timeline-edits.ts'
import { limitTitlePx, listenToTimelineGestures } from './timeline-gestures.ts'
import { handleTimelineKey } from './timeline-keys.ts'
import { BarFocus, createTimelineStage } from './timeline-stage.ts'
import styles from './Timeline.module.css'

const minuteMs = 60_000

/** The plan as bars over time, in the rows of the tree. Only what is near the viewport is in the document. */
export function TimelineView({ workspace, loadPeople }: PlanViewProps) {
  const timeline = getTimelineController(workspace, loadPeople)
  const theme = useCell(workspace.mapTheme)
  const isPhone = useMediaQuery(phoneScreen)
  const settings = useCell(timeline.settings)
  const root = useRef<HTMLDivElement>(null)
  // A state and not a ref, because the rows are measured as soon as it exists.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const focus = useTimelineStage(timeline, root, scroller)
  useLayoutEffect(
    () => (root.current === null ? undefined : listenToTimelineGestures(timeline, root.current)),
    [timeline],
  )
  useEffect(() => {
    const timer = window.setInterval(() => timeline.refreshToday(), minuteMs)
    return () => window.clearInterval(timer)
  }, [timeline])
  const hasLens = useCell(workspace.lens, ({ kind }) => kind !== 'none')
  // The name of the lens, or that the person may only read, is shown over the start of the view.
  const isCovered = !useCell(workspace.client.canEdit) || hasLens
  const isTrayOpen = settings.isTrayOpen ?? !isPhone
  const titlePx = limitTitlePx(settings.titlePx ?? (isPhone ? phoneTitlePx : wideTitlePx), window.innerWidth)
  return (
    <div
      ref={root}
      className={joinClasses(styles.timeline, themeStyles.theme)}
      style={{ '--titles': `${titlePx}px` } as CSSProperties}
      tabIndex={-1}
      data-view="timeline"
      data-map-theme={theme}
      data-tray={isTrayOpen ? '' : undefined}
      data-covered={isCovered ? '' : undefined}
    >
      <TimelineTools timeline={timeline} titlePx={titlePx} />
      <div
        ref={setScroller}
        className={styles.scroller}
        role="presentation"
        tabIndex={-1}
        translate="no"
        onKeyDown={(event) => handleTimelineKey(timeline, event)}
        onClick={(event) => pressRow(timeline, event)}
        onDoubleClick={(event) => pressTwice(timeline, event)}
        onContextMenu={(event) => openMenu(timeline, event)}
      >
        {scroller !== null && (
          <TimelineRows
            timeline={timeline}
            scroller={scroller}
            focus={focus}
            titlePx={titlePx}
            rowPx={isPhone ? phoneRowPx : wideRowPx}
            isTrayOpen={isTrayOpen}
          />
        )}
      </div>
      <UnscheduledTray timeline={timeline} isOpen={isTrayOpen} />
      <VisuallyHidden>
        <span aria-live="polite" aria-atomic="true">
          {useCell(timeline.outline.announcement)}
        </span>
      </VisuallyHidden>
    </div>
  )
}

const wideTitlePx = 280
const phoneTitlePx = 132
const wideRowPx = 36
const phoneRowPx = 44

/** The labels over the bars, which lie over the first rows of a scrolled timeline. */
const headPx = 52
/** The controls in the corner of the screen must not cover the row that a person goes to. */
const controlsPx = 72

/** Answers for the map, and begins at the selected row. */
function useTimelineStage(
  timeline: TimelineController,
  root: RefObject<HTMLElement | null>,
  scroller: HTMLElement | null,
): BarFocus {
  const { workspace, outline } = timeline
  const [focus] = useState(() => new BarFocus(timeline))
  useLayoutEffect(() => {
    focus.attach(root.current)
    const stops = [
      standInForMap(workspace.map, createTimelineStage(timeline, focus)),
      outline.connect((index, isCentred) => scrollToRow(scroller, index, isCentred)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [timeline, workspace, outline, focus, root, scroller])
  useEffect(() => {
    const { current } = workspace.selection.get()
    if (current !== null) workspace.map.reveal(current, { isCentred: true })
  }, [workspace])
  // Signals that the visible rows are painted, which the tools of the screen wait for.
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() => {
      root.current?.setAttribute('data-ready', 'true')
      afterPaint(() => workspace.map.isReady.set(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [workspace, root])
  return focus
}

function scrollToRow(scroller: HTMLElement | null, index: number, isCentred: boolean): void {
  const rows = scroller?.querySelector<HTMLElement>('[data-rows]')
  if (scroller === null || rows == null) return
  const rowPx = Number(rows.dataset['rows'])
  const top = index * rowPx
  const roomPx = scroller.clientHeight - headPx - controlsPx
  const { scrollTop } = scroller
  const isSeen = top >= scrollTop && top + rowPx <= scrollTop + roomPx
  if (isCentred) scroller.scrollTop = top - (roomPx - rowPx) / 2
  else if (!isSeen) scroller.scrollTop = top < scrollTop ? top : top + rowPx - roomPx
}

function findRow({ outline }: TimelineController, target: EventTarget | null) {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return element === null ? undefined : outline.at(outline.indexOf(element.dataset['row'] ?? ''))
}

/** A click selects a row; in the empty row of a node without dates it makes a bar there. */
function pressRow(timeline: TimelineController, event: MouseEvent): void {
  const { outline, workspace } = timeline
  const { target } = event
  const row = findRow(timeline, target)
  if (row === undefined || !(target instanceof Element)) return
  if (target.closest('button:not([data-bar]), [role=textbox]') !== null) return
  if (event.shiftKey) return outline.selectUpTo(outline.indexOf(row.key))
  if (event.ctrlKey || event.metaKey) {
    const ids = new Set(workspace.selection.get().ids)
    if (!ids.delete(row.id)) ids.add(row.id)
    outline.use(row)
    return workspace.selection.set({ ids, current: row.id })
  }
  const node = workspace.client.node(row.id)
  const isEmptyTrack = target.closest('[data-track]') !== null && node !== undefined && findSpan(node) === null
  if (isEmptyTrack && workspace.client.canEdit.get())
    return scheduleFrom(workspace, row.id, Math.floor(timeline.findDayAt(event.clientX)))
  outline.goTo(row)
}

/** Two clicks on a title edit it, and on a bar they open the panel. */
function pressTwice(timeline: TimelineController, { target }: MouseEvent): void {
  const row = findRow(timeline, target)
  if (row === undefined || !(target instanceof Element)) return
  if (target.closest('[data-bar]') !== null) timeline.workspace.detailsNodeId.set(row.id)
  else if (target.closest('[data-title]') !== null) timeline.outline.edit(row)
}

function openMenu(timeline: TimelineController, event: MouseEvent): void {
  const row = findRow(timeline, event.target)
  if (row === undefined || (event.target instanceof Element && event.target.closest('[role=textbox]') !== null)) return
  event.preventDefault()
  timeline.outline.use(row)
  timeline.workspace.menu.set({ nodeId: row.id, at: { x: event.clientX, y: event.clientY } })
}
