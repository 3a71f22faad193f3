import type { NodeId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { timelineTexts as texts } from '../../texts/timeline.ts'
import { type ArrowEnds, drawArrowHead, drawArrowLine, isArrowIn } from './arrow-paths.ts'
import { isMilestone, placeBar } from './bar-dates.ts'
import type { TimelineController, TimelineFrame } from './timeline-controller.ts'
import { type DayRange, listTicks, type ZoomLevel } from './time-scale.ts'
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
  readonly isTooEarly: (id: NodeId, blockerId: NodeId) => boolean
  readonly isCritical: (id: NodeId) => boolean
}

/** The lines between days and the arrows of the dependencies that can be seen, in one drawing below the rows. */
export function TimelineGround({ timeline, level, frame, shown, isTooEarly, isCritical }: GroundProps) {
  const { first, dayPx, titlePx, rowPx } = frame
  const left = (shown.days.first - first) * dayPx
  const width = Math.max((shown.days.end - shown.days.first) * dayPx, 0)
  const endRow = Math.min(shown.endRow, timeline.outline.rows.length)
  const top = shown.firstRow * rowPx
  const height = Math.max((endRow - shown.firstRow) * rowPx, 0)
  const lines = listTicks(level, 'lower', shown.days)
    .map((tick) => `M${Math.round((tick.first - shown.days.first) * dayPx) + 0.5} 0V${height}`)
    .join('')
  const paths = { plain: ['', ''], critical: ['', ''], violation: ['', ''] }
  for (const { ends, id, blockerId } of listArrows(timeline, frame)) {
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
      className={styles.ground}
      aria-hidden="true"
      style={{ left: titlePx + left, top }}
      width={width}
      height={height}
      data-dependencies=""
    >
      <path className={styles.lines} d={lines} />
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

interface PlacedArrow {
  readonly id: NodeId
  readonly blockerId: NodeId
  readonly ends: ArrowEnds
}

/** Lists the arrows between bars whose rows are shown, from the end of each blocker to the start of what waits for it. */
function* listArrows(timeline: TimelineController, { first, dayPx, rowPx }: TimelineFrame): Generator<PlacedArrow> {
  const { outline, workspace } = timeline
  const place = (node: NodeRecord) => {
    const at = outline.indexOf(node.id)
    const span = at < 0 ? null : timeline.getSpan(node)
    if (span === null) return null
    return { ...placeBar(span, isMilestone(node), first, dayPx), y: (at + 0.5) * rowPx }
  }
  for (const node of workspace.client.nodes()) {
    if (node.blockedByIds.length === 0) continue
    const to = place(node)
    if (to === null) continue
    for (const blockerId of node.blockedByIds) {
      const blocker = workspace.client.node(blockerId)
      const from = blocker === undefined ? null : place(blocker)
      if (from === null) continue
      yield {
        id: node.id,
        blockerId,
        ends: { fromX: from.left + from.width, fromY: from.y, toX: to.left, toY: to.y },
      }
    }
  }
}
