import type { NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { type ReactNode, useMemo } from 'react'
import { useCell } from '../../platform/cell.ts'
import { timelineTexts as texts } from '../../texts/timeline.ts'
import type { ProjectDates } from '../schedule/project-dates.ts'
import { type ArrowEnds, drawArrowHead, drawArrowLine, isArrowIn } from './arrow-paths.ts'
import { isMilestone, placeBar } from './bar-dates.ts'
import type { TimelineController, TimelineFrame } from './timeline-controller.ts'
import { type DayRange, listTicks, showsWeekends, type ZoomLevel } from './time-scale.ts'
import type { TimeWindow } from './use-time-window.ts'
import styles from './Timeline.module.css'

interface HeadProps {
  readonly level: ZoomLevel
  readonly frame: TimelineFrame
  readonly days: DayRange
  readonly today: number
}

/** Two rows of labels over the bars. They are not read aloud, because each bar says its dates. */
export const TimelineHead = ({ level, frame, days, today }: HeadProps) => (
  <div className={styles.head} aria-hidden="true">
    <div className={styles.corner} style={{ width: frame.titlePx }} />
    {(['upper', 'lower'] as const).map((row) => (
      <div key={row} className={styles[row]} style={{ left: frame.titlePx }}>
        {listTicks(level, row, days).map((tick) => (
          <span
            key={tick.first}
            className={styles.tick}
            data-today={row === 'lower' && tick.first <= today && today < tick.end ? '' : undefined}
            style={{ left: (tick.first - frame.first) * frame.dayPx, width: (tick.end - tick.first) * frame.dayPx }}
          >
            <span style={{ left: frame.titlePx }}>{tick.label}</span>
          </span>
        ))}
      </div>
    ))}
    <span
      className={styles.todayMark}
      style={{ left: frame.titlePx + (today + 0.5 - frame.first) * frame.dayPx }}
      data-label={texts.today}
    />
  </div>
)

interface GroundProps {
  readonly timeline: TimelineController
  readonly level: ZoomLevel
  readonly frame: TimelineFrame
  readonly shown: TimeWindow
  readonly dates: ProjectDates
}

/** The rows of one drawing. */
const bandRows = 24

/**
 * The lines between days and the arrows of the dependencies that can be seen, below the rows. They are several drawings
 * that stay where they are: one that moved with the window would be painted again with everything above it.
 */
export function TimelineGround({ timeline, level, frame, shown, dates }: GroundProps) {
  const { first, dayPx, titlePx, rowPx } = frame
  const { links } = timeline
  const lens = useCell(timeline.workspace.lens)
  const drag = useCell(timeline.drag)
  const left = (shown.days.first - first) * dayPx
  const width = Math.max((shown.days.end - shown.days.first) * dayPx, 0)
  const endRow = Math.min(shown.endRow, timeline.outline.rows.length)
  const isTooEarly = (id: NodeId, blockerId: NodeId) =>
    dates.getViolations(id).some((violation) => violation.blockerId === blockerId)
  const isCritical = (id: NodeId) => lens.kind === 'critical' && lens.found?.has(id) === true
  // A drawing stays the same until one of these changes.
  const known = useMemo(
    () => new Map<number, ReactNode>(),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- The drawings in the map depend on them.
    [links, dates, lens, drag, level, first, dayPx, left, width, titlePx, rowPx],
  )
  const ticks = listTicks(level, 'lower', shown.days).map(
    (tick) => `M${Math.round((tick.first - shown.days.first) * dayPx) + 0.5} 0V`,
  )
  const weekends = showsWeekends(level) ? listWeekends(frame, shown.days) : []
  const drawBand = (band: number): ReactNode => {
    const top = band * bandRows * rowPx
    const height = Math.min(bandRows, timeline.outline.rows.length - band * bandRows) * rowPx
    const paths = { plain: ['', ''], critical: ['', ''], violation: ['', ''] }
    for (const { ends, id, blockerId } of listArrows(timeline, frame, band * bandRows, (band + 1) * bandRows)) {
      if (!isArrowIn(ends, { left, right: left + width, top, bottom: top + height })) continue
      const kind = isTooEarly(id, blockerId)
        ? 'violation'
        : isCritical(id) && isCritical(blockerId)
          ? 'critical'
          : 'plain'
      const local = { fromX: ends.fromX - left, fromY: ends.fromY - top, toX: ends.toX - left, toY: ends.toY - top }
      paths[kind][0] += drawArrowLine(local, rowPx)
      paths[kind][1] += drawArrowHead(local)
    }
    return (
      <svg
        key={band}
        className={styles.ground}
        style={{ left: titlePx + left, top }}
        width={width}
        height={height}
        data-dependencies=""
      >
        <path
          className={styles.weekends}
          d={weekends.map((x) => `M${x - left} 0h${2 * dayPx}v${height}h${-2 * dayPx}z`).join('')}
        />
        <path className={styles.lines} d={ticks.map((tick) => tick + height).join('')} />
        {(['plain', 'critical', 'violation'] as const).map(
          (kind) =>
            paths[kind][0] !== '' && (
              <g key={kind} className={styles.arrows} data-kind={kind}>
                <path className={styles.arrow} d={paths[kind][0]} />
                <path className={styles.arrowHead} d={paths[kind][1]} />
              </g>
            ),
        )}
      </svg>
    )
  }
  const firstBand = Math.floor(shown.firstRow / bandRows)
  const bands = Math.max(Math.ceil(endRow / bandRows) - firstBand, 0)
  const shownBands = Array.from({ length: bands }, (_, at) => {
    const drawing = known.get(firstBand + at) ?? drawBand(firstBand + at)
    known.set(firstBand + at, drawing)
    return drawing
  })
  return <div aria-hidden="true">{shownBands}</div>
}

/** Returns the places of the weekends. The first day of the timeline is a Monday. */
function listWeekends({ first, dayPx }: TimelineFrame, days: DayRange): readonly number[] {
  const places: number[] = []
  for (let day = first + Math.floor((days.first - first) / 7) * 7 + 5; day < days.end; day += 7)
    places.push((day - first) * dayPx)
  return places
}

interface PlacedArrow {
  readonly id: NodeId
  readonly blockerId: NodeId
  readonly ends: ArrowEnds
}

/** Lists the arrows of some rows, from the end of each blocker to the start of the node that waits for it. */
function* listArrows(
  timeline: TimelineController,
  { first, dayPx, rowPx }: TimelineFrame,
  firstRow: number,
  endRow: number,
): Generator<PlacedArrow> {
  const place = (node: NodeRecord, row: number) => {
    const span = timeline.getSpan(node)
    return span === null ? null : { ...placeBar(span, isMilestone(node), first, dayPx), y: (row + 0.5) * rowPx }
  }
  for (const { node, row, blocker, blockerRow } of timeline.links) {
    if (Math.max(row, blockerRow) < firstRow || Math.min(row, blockerRow) >= endRow) continue
    const [to, from] = [place(node, row), place(blocker, blockerRow)]
    if (to === null || from === null) continue
    const ends = { fromX: from.left + from.width, fromY: from.y, toX: to.left, toY: to.y }
    yield { id: node.id, blockerId: blocker.id, ends }
  }
}
