/* oxlint-disable jsx-a11y/prefer-tag-over-role -- The rows of a table cannot be placed over a drawing. */
import { type NodeStatus, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { type CSSProperties, memo } from 'react'
import { actionTexts } from '../../texts/actions.ts'
import { mapTexts } from '../../texts/map.ts'
import { timelineTexts as texts } from '../../texts/timeline.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { foldAction } from '../actions/fold-actions.ts'
import { cycleStatusAction } from '../actions/node-actions.ts'
import { TitleEditor } from '../editor/TitleEditor.tsx'
import type { OutlineRow } from '../outline/outline-rows.ts'
import { type BarBox, toDate } from './bar-dates.ts'
import type { TimelineController } from './timeline-controller.ts'
import styles from './Timeline.module.css'

/** Everything that a row shows; a row is rendered again only when something of it has changed. */
export interface TimelineRowViewProps {
  readonly timeline: TimelineController
  readonly row: OutlineRow
  readonly index: number
  readonly top: number
  readonly record: NodeRecord
  /** The days of the bar; both are null if there is none in this row. */
  readonly firstDay: number | null
  readonly lastDay: number | null
  /** The place of the bar; null: it is far from what can be seen. */
  readonly left: number | null
  readonly width: number
  readonly isDiamond: boolean
  /** The place of the bracket over the dates of what is below it; null: there is none to be seen. */
  readonly bracketLeft: number | null
  readonly bracketWidth: number
  /** Everything that the bar's description says, a line each. */
  readonly description: string
  readonly isTooEarly: boolean
  readonly isCritical: boolean
  readonly isOverdue: boolean
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  readonly isEditing: boolean
  readonly isDimmed: boolean
  readonly isCurrentHit: boolean
  readonly isDragged: boolean
  readonly canEdit: boolean
  /** Without the list of nodes without dates, their rows stand for them. */
  readonly standsForNode: boolean
  readonly otherColor: string | undefined
}

/** Tells which element of a row takes the focus: the bar if there is one, otherwise the title. */
const makeFocusable = ({ timeline: { workspace, outline }, row, isTabStop }: TimelineRowViewProps) => ({
  tabIndex: isTabStop ? 0 : -1,
  'data-row-key': row.key,
  onFocus: (event: { readonly target: EventTarget; readonly currentTarget: EventTarget }) => {
    if (event.target !== event.currentTarget) return
    outline.use(row)
    const { ids, current } = workspace.selection.get()
    if (current !== row.id) workspace.selection.set({ ids: ids.has(row.id) ? ids : new Set([row.id]), current: row.id })
  },
})

const getTrackId = ({ key }: OutlineRow): string => `timeline-track-${key.replace(' ', '-')}`

/** The first column of a row. It owns the track of the same row, which is in another part of the document. */
export const TimelineTitleView = memo(function TimelineTitleView(props: TimelineRowViewProps) {
  const { row, record } = props
  const hasBar = props.left !== null
  const title = toPlainText(record.title) || mapTexts.untitled
  return (
    <div
      className={joinClasses(styles.row, props.isCurrentHit && styles.hit)}
      style={
        {
          top: props.top,
          '--level': row.level - 1,
          ...(props.otherColor !== undefined && { '--other': props.otherColor }),
        } as CSSProperties
      }
      role="row"
      aria-owns={getTrackId(row)}
      aria-rowindex={props.index + 1}
      aria-level={row.level}
      aria-setsize={row.setSize}
      aria-posinset={row.posInSet}
      aria-expanded={row.isExpanded ?? undefined}
      aria-selected={props.isSelected}
      data-row={row.key}
      data-dimmed={props.isDimmed ? '' : undefined}
      data-other={props.otherColor === undefined ? undefined : ''}
    >
      <div
        role="rowheader"
        className={styles.title}
        translate="no"
        aria-label={title}
        data-status={record.status}
        data-node-id={!hasBar && props.standsForNode ? row.id : undefined}
        {...(hasBar ? {} : makeFocusable(props))}
      >
        <RowTitle {...props} title={title} />
      </div>
    </div>
  )
})

/** The part of a row over time. */
export const TimelineTrackView = memo(function TimelineTrackView(props: TimelineRowViewProps) {
  const { row, record } = props
  const title = toPlainText(record.title) || mapTexts.untitled
  return (
    <div
      id={getTrackId(row)}
      role="gridcell"
      className={styles.track}
      style={{ top: props.top }}
      data-row={row.key}
      data-track={props.firstDay === null ? row.id : undefined}
      data-selected={props.isSelected ? '' : undefined}
      data-dimmed={props.isDimmed ? '' : undefined}
    >
      {props.bracketLeft !== null && (
        <span className={styles.bracket} style={{ left: props.bracketLeft, width: props.bracketWidth }} />
      )}
      {props.left !== null && <Bar {...props} title={title} focusable={makeFocusable(props)} left={props.left} />}
    </div>
  )
})

interface NamedRow extends TimelineRowViewProps {
  readonly title: string
}

function RowTitle({ timeline: { workspace }, row, record, canEdit, isEditing, title }: NamedRow) {
  return (
    <>
      <button
        type="button"
        translate="yes"
        tabIndex={-1}
        className={styles.fold}
        data-folded={row.isExpanded === false ? '' : undefined}
        hidden={row.isExpanded === null}
        aria-label={row.isExpanded === false ? actionTexts.showChildren : actionTexts.hideChildren}
        onClick={() => foldAction.run(workspace, row.id)}
      />
      <button
        type="button"
        translate="yes"
        tabIndex={-1}
        className={styles.status}
        disabled={!canEdit}
        aria-label={mapTexts.status[record.status satisfies NodeStatus]}
        onClick={() => cycleStatusAction.run(workspace, row.id)}
      >
        <StatusMark status={record.status} />
      </button>
      {isEditing ? (
        <div className={styles.editing}>
          <TitleEditor workspace={workspace} nodeId={row.id} onKey={noKeys} />
        </div>
      ) : (
        <span className={styles.text} dir="auto" translate="no" data-title="">
          {title}
        </span>
      )}
    </>
  )
}

/** The editor has its own keys, and no toolbar in the narrow column. */
const noKeys = () => false

interface BarProps extends NamedRow, Pick<BarBox, 'left'> {
  readonly left: number
  readonly focusable: object
}

/** A bar that is too narrow for its title has it beside itself. */
const roomyPx = 96
const letterPx = 7.5

function Bar({ row, record, left, width, title, focusable, ...props }: BarProps) {
  const [start, due] = [toDate(props.firstDay ?? 0) ?? '', toDate(props.lastDay ?? 0) ?? '']
  const descriptionId = `timeline-about-${row.id}`
  const isRoomy = !props.isDiamond && width >= Math.min(roomyPx, 16 + title.length * letterPx)
  return (
    <>
      <button
        type="button"
        className={joinClasses(styles.bar, props.isDiamond && styles.diamond)}
        style={{ left, width, '--left': `${left}px` } as CSSProperties}
        aria-label={texts.bar(title, start, due)}
        aria-describedby={props.description === '' ? undefined : descriptionId}
        aria-keyshortcuts={props.canEdit ? 'Alt+ArrowLeft Alt+ArrowRight [ ]' : undefined}
        data-tooltip={[texts.dates(start, due), props.description].filter((part) => part !== '').join('\n')}
        data-bar=""
        data-node-id={row.id}
        data-status={record.status}
        data-current={props.isCurrent ? '' : undefined}
        data-selected={props.isSelected ? '' : undefined}
        data-violation={props.isTooEarly ? '' : undefined}
        data-critical={props.isCritical ? '' : undefined}
        data-overdue={props.isOverdue ? '' : undefined}
        data-dragged={props.isDragged ? '' : undefined}
        data-editable={props.canEdit ? '' : undefined}
        {...focusable}
      >
        {isRoomy && (
          <span className={styles.label} translate="no">
            {title}
          </span>
        )}
        {props.canEdit && !props.isDiamond && (
          <>
            <span className={styles.grip} data-grip="start" />
            <span className={styles.grip} data-grip="due" />
          </>
        )}
      </button>
      {!isRoomy && (
        <span className={styles.beside} translate="no" aria-hidden="true" style={{ left: left + width }}>
          {title}
        </span>
      )}
      {props.description !== '' && (
        <span id={descriptionId} hidden translate="yes">
          {props.description}
        </span>
      )}
    </>
  )
}
