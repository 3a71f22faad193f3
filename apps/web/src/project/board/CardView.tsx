import { type NodeStatus, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { type CSSProperties, memo } from 'react'
import { mapTexts } from '../../texts/map.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { cycleStatusAction } from '../actions/node-actions.ts'
import { TitleEditor } from '../editor/TitleEditor.tsx'
import type { NodeChipsView } from '../map/chips/map-chips.ts'
import { NodeChips } from '../map/node/NodeChips.tsx'
import { findPaletteColor } from '../map/theme/node-colors.ts'
import type { BoardController } from './board-controller.ts'
import styles from './Board.module.css'

/** Everything that a card shows; it is rendered again only when something of it has changed. */
interface CardViewProps {
  readonly board: BoardController
  readonly columnKey: string
  readonly record: NodeRecord
  readonly path: string
  readonly chips: NodeChipsView | null
  readonly top: number
  readonly heightPx: number
  readonly lines: 1 | 2
  readonly isSelected: boolean
  readonly isTabStop: boolean
  readonly isEditing: boolean
  readonly isUnsaved: boolean
  readonly isDimmed: boolean
  readonly isCurrentHit: boolean
  readonly canEdit: boolean
  readonly otherColor: string | undefined
}

/** The editor's own keys are enough here; with a handler it has no toolbar over the cards around it. */
const leaveKeys = () => false

export const CardView = memo(function CardView(props: CardViewProps) {
  const { board, columnKey, record, path, chips, otherColor } = props
  const { workspace } = board
  const { id, status } = record
  const title = toPlainText(record.title) || mapTexts.untitled
  const descriptionId = `card-about-${columnKey}-${id}`
  const description = [path, mapTexts.status[status satisfies NodeStatus], chips?.description ?? '']
    .filter((part) => part !== '')
    .join('\n')
  const beFocused = (isItself: boolean) => {
    if (!isItself) return
    board.use(columnKey)
    const { ids, current } = workspace.selection.get()
    if (current !== id) workspace.selection.set({ ids: ids.has(id) ? ids : new Set([id]), current: id })
  }
  return (
    // A card is moved and edited by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={joinClasses(styles.card, props.isDimmed && styles.dimmed, props.isCurrentHit && styles.hit)}
      style={
        {
          transform: `translateY(${props.top}px)`,
          '--height': `${props.heightPx}px`,
          '--lines': props.lines,
          ...(otherColor !== undefined && { '--other': otherColor }),
        } as CSSProperties
      }
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={props.isTabStop ? 0 : -1}
      translate="no"
      aria-label={title}
      aria-describedby={descriptionId}
      aria-current={props.isSelected ? 'true' : undefined}
      data-card={columnKey}
      data-node-id={id}
      data-status={status}
      data-color={findPaletteColor(record.style.backgroundColor) ?? 'default'}
      data-selected={props.isSelected ? '' : undefined}
      data-other={otherColor === undefined ? undefined : ''}
      data-pending={props.isUnsaved ? 'true' : undefined}
      onFocus={(event) => beFocused(event.target === event.currentTarget)}
    >
      <div className={styles.path} dir="auto" translate="no">
        {path}
      </div>
      <div className={styles.line}>
        <button
          type="button"
          translate="yes"
          className={styles.status}
          tabIndex={-1}
          disabled={!props.canEdit}
          aria-label={mapTexts.status[status]}
          onClick={() => cycleStatusAction.run(workspace, id)}
        >
          <StatusMark status={status} />
        </button>
        {props.isEditing ? (
          <div className={styles.editor}>
            <TitleEditor workspace={workspace} nodeId={id} onKey={leaveKeys} />
          </div>
        ) : (
          <div className={styles.title} dir="auto" translate="no" title={title.length > longTitle ? title : undefined}>
            {title}
          </div>
        )}
      </div>
      {chips !== null && (
        <div className={styles.chips}>
          <NodeChips chips={chips} />
        </div>
      )}
      <span id={descriptionId} hidden translate="yes">
        {description}
      </span>
    </article>
  )
})

/** A longer title may be cut, so the pointer shows all of it. */
const longTitle = 40
