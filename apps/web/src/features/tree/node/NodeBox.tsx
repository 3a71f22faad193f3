import { excerptOf, isEmptyBody, plainTextOf } from '@espalier/domain'
import { memo } from 'react'
import { joinClasses } from '../../../ui/join-classes.ts'
import type { NodeView } from '../canvas/node-views.ts'
import { TitleEditor } from '../editor/TitleEditor.tsx'
import { select } from '../workbench/acting.ts'
import type { Workbench } from '../workbench/workbench.ts'
import { ActiveButtons } from './ActiveButtons.tsx'
import { FoldButton } from './FoldButton.tsx'
import styles from './NodeBox.module.css'
import { NodeTitle } from './NodeTitle.tsx'
import { ProjectLinkMark } from './ProjectLinkMark.tsx'
import { StatusButton } from './StatusButton.tsx'

interface NodeBoxProps {
  readonly bench: Workbench
  readonly view: NodeView
}

const hitClass = { none: undefined, hit: styles.hit, current: styles.currentHit, dimmed: styles.dimmed } as const

/** One node. At rest it is a handful of elements; what acts on it is there while it is current or under the pointer. */
export const NodeBox = memo(function NodeBox({ bench, view }: NodeBoxProps) {
  const { record, hit, isLight } = view
  const { left, top, width, height } = view
  const beFocused = (isItself: boolean) => {
    const { ids, current } = bench.selection.get()
    if (!isItself || current === record.id) return
    if (ids.has(record.id)) bench.selection.set({ ids, current: record.id })
    else select(bench, record.id)
  }
  return (
    <div
      className={joinClasses(styles.box, isLight && styles.light, hitClass[hit], view.isActive && styles.active)}
      style={{ left, top, width, height, backgroundColor: record.style.backgroundColor }}
      role="treeitem"
      tabIndex={view.isTabStop ? 0 : -1}
      aria-label={plainTextOf(record.title) || 'Untitled'}
      aria-describedby={view.alsoUnder === '' ? undefined : `also-under-${record.id}`}
      aria-level={view.level}
      aria-setsize={view.setSize}
      aria-posinset={view.posInSet}
      aria-expanded={view.isExpanded ?? undefined}
      aria-selected={view.isSelected}
      aria-busy={record.style.processing || undefined}
      data-node-id={record.id}
      data-status={record.status}
      data-pending={view.isPending ? 'true' : undefined}
      onFocus={(event) => beFocused(event.target === event.currentTarget)}
    >
      {view.alsoUnder !== '' && (
        <span id={`also-under-${record.id}`} hidden>
          {`also under ${view.alsoUnder}`}
        </span>
      )}
      {isLight ? <LightTitle view={view} /> : <Contents bench={bench} view={view} />}
    </div>
  )
})

const LightTitle = ({ view: { lines, record } }: { readonly view: NodeView }) => (
  <>{lines === null ? excerptOf(record.title) : lines.join('\n')}</>
)

function Contents({ bench, view }: NodeBoxProps) {
  const { record, isActive, canEdit } = view
  const isDescribed = !isEmptyBody(record.body)
  return (
    <>
      <StatusButton bench={bench} record={record} canEdit={canEdit} isRaised={isDescribed} />
      {view.isEditing ? (
        // Not loaded on demand: the letters typed meanwhile would rename the node that still has the focus.
        <TitleEditor bench={bench} nodeId={record.id} />
      ) : (
        <NodeTitle title={record.title} lines={view.lines} />
      )}
      {isDescribed && <span className={styles.described} title="Has a description" />}
      {record.projectLink !== null && <ProjectLinkMark bench={bench} projectId={record.projectLink} />}
      {record.style.processing && <span className={styles.processing} />}
      {view.isExpanded !== null && <FoldButton bench={bench} view={view} isExpanded={view.isExpanded} />}
      {isActive && <ActiveButtons bench={bench} nodeId={record.id} canEdit={canEdit} />}
    </>
  )
}
