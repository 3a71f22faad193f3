/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The rows of a table cannot be placed over a drawing. */
import type { NodeId } from '@espalier/domain'
import { type CalendarDate, toDayNumber } from '@espalier/domain/planning-dates'
import type { RollUp } from '@espalier/domain/planning-roll-up'
import type { NodeRecord } from '@espalier/sync'
import { type CSSProperties, useLayoutEffect } from 'react'
import { useCell } from '../../platform/cell.ts'
import { mapTexts } from '../../texts/map.ts'
import { timelineTexts as texts } from '../../texts/timeline.ts'
import { getPlainTitle } from '../actions/action.ts'
import type { OutlineRow } from '../outline/outline-rows.ts'
import { useRollUps } from '../roll-up/project-roll-ups.ts'
import { getProjectDates } from '../schedule/project-dates.ts'
import { isOutsideFilter } from '../workspace/filter-state.ts'
import { useDerivedModel } from '../workspace/derived-model.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { TimelineGround, TimelineHead } from './TimelineGround.tsx'
import { type TimelineRowViewProps, TimelineTitleView, TimelineTrackView } from './TimelineRowView.tsx'
import { type DaySpan, isMilestone, placeBar, toDate } from './bar-dates.ts'
import type { TimelineController, TimelineFrame } from './timeline-controller.ts'
import type { BarFocus } from './timeline-stage.ts'
import { type DayRange, dayWidths, formatDay } from './time-scale.ts'
import { useTimeWindow } from './use-time-window.ts'
import styles from './Timeline.module.css'

interface TimelineRowsProps {
  readonly timeline: TimelineController
  readonly scroller: HTMLElement
  readonly focus: BarFocus
  readonly titlePx: number
  readonly rowPx: number
  readonly isTrayOpen: boolean
}

/** The head, the rows near the viewport, and the drawing below them. */
export function TimelineRows({ timeline, scroller, focus, titlePx, rowPx, isTrayOpen }: TimelineRowsProps) {
  const { workspace, outline } = timeline
  const { client } = workspace
  useCell(outline.version)
  const level = useCell(timeline.settings, (settings) => settings.level)
  const title = useCell(client.project, (project) => project.title)
  const today = useCell(timeline.today)
  const drag = useCell(timeline.drag)
  const { ids, current } = useCell(workspace.selection)
  const editing = useCell(workspace.editing)
  const canEdit = useCell(client.canEdit)
  const search = useCell(workspace.search)
  const lens = useCell(workspace.lens)
  const others = useCell(client.presence.others)
  const isDimmed = useDimming(workspace)
  const rollUps = useRollUps(client)
  const dates = useDerivedModel(getProjectDates(client))
  const frame: TimelineFrame = { ...timeline.findRange(), dayPx: dayWidths[level], titlePx, rowPx }
  const shown = useTimeWindow(timeline, scroller, frame)
  useLayoutEffect(() => {
    // The row of a node that somebody else has scheduled gets a bar, which is focused instead of it.
    if (current !== null && document.activeElement?.matches(leftTitle) === true) focus.focus(current)
    focus.resume()
  })
  const { rows, currentIndex } = outline
  const editedIndex = editing === null ? -1 : outline.findIndex(editing.nodeId)
  const indexes = listShownIndexes(shown.firstRow, Math.min(shown.endRow, rows.length), [currentIndex, editedIndex])
  const tabStop = currentIndex < 0 ? (indexes[0] ?? 0) : currentIndex
  const colors = new Map(others.flatMap(({ nodeIds, colour }) => nodeIds.map((id) => [id, colour] as const)))
  const isCritical = (id: NodeId) => lens.kind === 'critical' && lens.found?.has(id) === true
  const currentHit = search.query.trim() === '' ? undefined : search.hits?.[search.at]
  const describeRow = (row: OutlineRow, record: NodeRecord, index: number): TimelineRowViewProps => {
    const span = row.isFirst ? timeline.getSpan(record) : null
    const isDiamond = isMilestone(record)
    // The bar of the current row stays, because it has the focus.
    const isNear = span !== null && (index === currentIndex || touches(span, shown.days))
    const box = span === null ? noBox : placeBar(span, isDiamond, frame.first, frame.dayPx)
    const below = row.isFirst ? findSpanBelow(rollUps.getBelow(row.id)) : null
    const bracket =
      below !== null && touches(below, shown.days) ? placeBar(below, false, frame.first, frame.dayPx) : null
    const violations = dates.getViolations(row.id)
    return {
      timeline,
      row,
      index,
      top: index * rowPx,
      record,
      firstDay: span?.first ?? null,
      lastDay: span?.last ?? null,
      left: isNear ? box.left : null,
      width: box.width,
      isDiamond,
      bracketLeft: bracket?.left ?? null,
      bracketWidth: bracket?.width ?? 0,
      description: [
        ...violations.map((one) => texts.tooEarly(getPlainTitle(workspace, one.blockerId), one.blockerDue)),
        isDiamond ? texts.milestone : '',
        below === null ? '' : texts.below(toDate(below.first) ?? '', toDate(below.last) ?? ''),
      ]
        .filter((part) => part !== '')
        .join('\n'),
      isTooEarly: violations.length > 0,
      isCritical: isCritical(row.id),
      isOverdue: span !== null && record.status !== 'done' && span.last < today,
      isSelected: ids.has(row.id),
      isCurrent: current === row.id && index === currentIndex,
      isTabStop: index === tabStop,
      isEditing: index === editedIndex,
      isDimmed: isDimmed(row.id),
      isCurrentHit: currentHit === row.id,
      isDragged: drag?.spans.has(row.id) === true,
      canEdit,
      standsForNode: !isTrayOpen || !row.isFirst,
      otherColor: colors.get(row.id),
    }
  }
  const drawn = indexes.flatMap((index) => {
    const row = rows[index]
    const record = row === undefined ? undefined : client.node(row.id)
    return row === undefined || record === undefined ? [] : [describeRow(row, record, index)]
  })
  return (
    <div
      role="presentation"
      className={styles.canvas}
      style={
        {
          width: titlePx + (frame.end - frame.first) * frame.dayPx,
          '--day': `${frame.dayPx}px`,
          '--row': `${rowPx}px`,
        } as CSSProperties
      }
    >
      <TimelineHead level={level} frame={frame} days={shown.days} today={today} />
      <div role="presentation" className={styles.rows} style={{ height: rows.length * rowPx }} data-rows={rowPx}>
        <TimelineGround {...{ timeline, level, frame, shown, dates }} />
        <span
          className={styles.today}
          aria-hidden="true"
          style={{ left: titlePx + (today + 0.5 - frame.first) * frame.dayPx }}
        />
        {drawn.map((props) => (
          <TimelineTrackView key={props.row.key} {...props} />
        ))}
        <div
          role="treegrid"
          tabIndex={-1}
          className={styles.titles}
          aria-label={title || mapTexts.project}
          aria-multiselectable="true"
          aria-rowcount={rows.length}
        >
          {drawn.map((props) => (
            <TimelineTitleView key={props.row.key} {...props} />
          ))}
        </div>
      </div>
      {drag !== null && <DragDates timeline={timeline} />}
    </div>
  )
}

const leftTitle = '[role=rowheader]:not([data-row-key])'
const noBox = { left: 0, width: 0 }

/** Returns the rows of the window, and those outside of it that have the focus or the caret. */
function listShownIndexes(first: number, end: number, pinned: readonly number[]): readonly number[] {
  const near = Array.from({ length: Math.max(end - first, 0) }, (_, at) => first + at)
  const apart = [...new Set(pinned)].filter((index) => index >= 0 && (index < first || index >= end))
  return [...near, ...apart]
}

const touches = ({ first, last }: DaySpan, days: DayRange): boolean => last + 1 > days.first && first < days.end

/** Returns the days from the first to the last date below a node. */
function findSpanBelow(below: RollUp | null): DaySpan | null {
  const days = [below?.earliestStart, below?.latestDue]
    .filter((date): date is CalendarDate => date != null)
    .map(toDayNumber)
  return days.length === 0 ? null : { first: Math.min(...days), last: Math.max(...days) }
}

/** Hits of a search, matches of a dimming filter and the lens leave everything else in the background. */
function useDimming(workspace: ProjectWorkspace): (id: NodeId) => boolean {
  const search = useCell(workspace.search)
  const matches = useCell(workspace.matches)
  const { found } = useCell(workspace.lens)
  const hits = search.hits === null || search.query.trim() === '' ? null : new Set(search.hits)
  return (id) => {
    if (hits !== null) return !hits.has(id)
    const isUnmatched = isOutsideFilter(matches, id)
    return isUnmatched || (found !== null && !found.has(id))
  }
}

/** The dates of the dragged bar beside the pointer. */
function DragDates({ timeline }: { readonly timeline: TimelineController }) {
  const drag = useCell(timeline.drag)
  const span = drag?.spans.get(drag.grabbedId)
  if (drag === null) return null
  return (
    <output className={styles.dragDates} style={{ left: drag.at.x, top: drag.at.y }}>
      {span === undefined ? (
        getPlainTitle(timeline.workspace, drag.grabbedId)
      ) : (
        <>
          <strong>{texts.dates(formatDay(span.first), formatDay(span.last))}</strong>
          <span>{texts.days(span.last - span.first + 1)}</span>
        </>
      )}
    </output>
  )
}
