import { excerptHtml, isEmptyBody, type NodeStatus, toPlainText } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import { type CSSProperties, memo, useMemo } from 'react'
import { actionTexts } from '../../texts/actions.ts'
import { mapTexts } from '../../texts/map.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { joinClasses } from '../../ui/join-classes.ts'
import { readPlainLines, toSafeTitleHtml } from '../../ui/rich-text/title-html.ts'
import { foldAction } from '../actions/fold-actions.ts'
import { cycleStatusAction } from '../actions/node-actions.ts'
import { type HandleTitleKey, TitleEditor } from '../editor/TitleEditor.tsx'
import { chipPx } from '../map/chips/chip-row.ts'
import type { NodeChipsView } from '../map/chips/map-chips.ts'
import { NodeChips } from '../map/node/NodeChips.tsx'
import { findPaletteColor } from '../map/theme/node-colors.ts'
import type { OutlineController } from './outline-controller.ts'
import { handleTitleKey } from './outline-keys.ts'
import type { OutlineRow } from './outline-rows.ts'
import styles from './Outline.module.css'

/** Everything that a row shows; a row is rendered again only when something of it has changed. */
export interface OutlineRowViewProps {
  readonly outline: OutlineController
  readonly row: OutlineRow
  readonly index: number
  readonly top: number
  readonly record: NodeRecord
  readonly chips: NodeChipsView | null
  readonly alsoUnder: string
  readonly isSelected: boolean
  readonly isCurrent: boolean
  readonly isTabStop: boolean
  readonly isEditing: boolean
  readonly isUnsaved: boolean
  readonly isDimmed: boolean
  /** It came in a fast scroll: everything but its title follows. */
  readonly isSketched: boolean
  /** The hit of the search that the person is at. */
  readonly isCurrentHit: boolean
  readonly canEdit: boolean
  /** The color of somebody else who has selected it. */
  readonly otherColor: string | undefined
  readonly onMeasure: (element: HTMLElement | null) => void
}

export const OutlineRowView = memo(function OutlineRowView({ onMeasure, ...props }: OutlineRowViewProps) {
  const { outline, row, record, alsoUnder, chips, isSketched } = props
  const { workspace } = outline
  const descriptionId = `outline-about-${row.key.replace(' ', '-')}`
  const description = [alsoUnder === '' ? '' : mapTexts.alsoUnder(alsoUnder), chips?.description ?? '']
    .filter((part) => part !== '')
    .join('\n')
  const beFocused = (isItself: boolean) => {
    if (!isItself) return
    outline.use(row)
    const { ids, current } = workspace.selection.get()
    if (current === row.id) return
    workspace.selection.set({ ids: ids.has(row.id) ? ids : new Set([row.id]), current: row.id })
  }
  return (
    <div
      ref={onMeasure}
      className={joinClasses(styles.row, props.isDimmed && styles.dimmed, props.isCurrentHit && styles.hit)}
      style={
        {
          top: props.top,
          '--level': row.level - 1,
          ...(props.otherColor !== undefined && { '--other': props.otherColor }),
        } as CSSProperties
      }
      role="treeitem"
      tabIndex={props.isTabStop ? 0 : -1}
      translate="no"
      aria-label={toPlainText(record.title) || mapTexts.untitled}
      aria-describedby={isSketched || description === '' ? undefined : descriptionId}
      aria-level={row.level}
      aria-setsize={row.setSize}
      aria-posinset={row.posInSet}
      aria-expanded={row.isExpanded ?? undefined}
      aria-selected={props.isSelected}
      data-index={props.index}
      data-row-key={row.key}
      data-node-id={row.id}
      data-status={record.status}
      data-color={findPaletteColor(record.style.backgroundColor) ?? 'own'}
      data-current={props.isCurrent ? '' : undefined}
      data-other={props.otherColor === undefined ? undefined : ''}
      data-pending={props.isUnsaved ? 'true' : undefined}
      onFocus={(event) => beFocused(event.target === event.currentTarget)}
    >
      <FoldHandle {...props} />
      <StatusButton {...props} />
      {props.isEditing ? (
        <div className={styles.text}>
          <EditedTitle {...props} />
        </div>
      ) : (
        <RowTitle title={record.title} isDescribed={!isEmptyBody(record.body)} />
      )}
      {alsoUnder !== '' && <span className={styles.shared} title={mapTexts.alsoUnder(alsoUnder)} />}
      {chips !== null && (
        <div className={styles.chips} style={isSketched ? { width: measureChipsPx(chips) } : undefined}>
          {!isSketched && <NodeChips chips={chips} />}
        </div>
      )}
      {!isSketched && <MenuButton {...props} />}
      {!isSketched && description !== '' && (
        <span id={descriptionId} hidden translate="yes">
          {description}
        </span>
      )}
    </div>
  )
})

/** The room that the chips will need, so that a title has its lines from the beginning. */
const measureChipsPx = ({ own, below }: NodeChipsView): number =>
  [...own, ...(below ?? [])].reduce((sum, { widthPx }) => sum + widthPx + chipPx.gap, 0)

type RowPartProps = Pick<OutlineRowViewProps, 'outline' | 'row' | 'record' | 'canEdit'>

/** Dragged, it moves the row; pressed, it folds. */
const FoldHandle = ({ outline, row }: RowPartProps) => (
  <button
    type="button"
    translate="yes"
    className={styles.handle}
    tabIndex={-1}
    data-handle=""
    data-folded={row.isExpanded === false ? '' : undefined}
    data-leaf={row.isExpanded === null ? '' : undefined}
    // A leaf has nothing to press, but its dot can be dragged.
    aria-hidden={row.isExpanded === null || undefined}
    aria-label={row.isExpanded === false ? actionTexts.showChildren : actionTexts.hideChildren}
    onClick={() => {
      if (row.isExpanded !== null) foldAction.run(outline.workspace, row.id)
    }}
  />
)

const StatusButton = ({ outline, row, record, canEdit }: RowPartProps) => (
  <button
    type="button"
    translate="yes"
    className={styles.status}
    tabIndex={-1}
    disabled={!canEdit}
    aria-label={mapTexts.status[record.status satisfies NodeStatus]}
    onClick={() => cycleStatusAction.run(outline.workspace, row.id)}
  >
    <StatusMark status={record.status} />
  </button>
)

const MenuButton = ({ outline, row }: RowPartProps) => (
  <button
    type="button"
    translate="yes"
    className={styles.menu}
    tabIndex={-1}
    aria-label={mapTexts.nodeMenu}
    aria-haspopup="menu"
    onClick={() => {
      outline.use(row)
      outline.workspace.menu.set({ nodeId: row.id, at: null })
    }}
  />
)

function EditedTitle({ outline, row }: RowPartProps) {
  const onKey: HandleTitleKey = (event, session, field) => handleTitleKey(outline, row, event, session, field)
  return <TitleEditor workspace={outline.workspace} nodeId={row.id} onKey={onKey} />
}

/** Longer titles are drawn as an excerpt, as on the map. */
const longestTitle = 1_000

function RowTitle({ title, isDescribed }: { readonly title: string; readonly isDescribed: boolean }) {
  const shown = title.length > longestTitle ? excerptHtml(title) : title
  const lines = readPlainLines(shown)
  const safe = useMemo(() => (lines === null ? { __html: toSafeTitleHtml(shown) } : null), [lines, shown])
  const props = {
    className: joinClasses(styles.text, styles.title),
    dir: 'auto',
    translate: 'no',
    'data-described': isDescribed ? '' : undefined,
  } as const
  return safe === null ? (
    <div {...props}>{lines === '' ? mapTexts.untitled : lines}</div>
  ) : (
    <div {...props} dangerouslySetInnerHTML={safe} />
  )
}
