import { isEmptyBody, toExcerpt, toPlainText } from '@espalier/domain'
import { memo } from 'react'
import { Link } from '../../../platform/router.tsx'
import { mapTexts } from '../../../texts/map.ts'
import { joinClasses } from '../../../ui/join-classes.ts'
import { selectNode } from '../../actions/action.ts'
import { TitleEditor } from '../../editor/TitleEditor.tsx'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import { findPaletteColor, getColorVariables } from '../theme/node-colors.ts'
import { ActiveButtons, FoldButton, ProjectLinkMark, StatusButton } from './NodeButtons.tsx'
import { NodeChips } from './NodeChips.tsx'
import { NodeTitle } from './NodeTitle.tsx'
import type { LinksBoxView, NodeBoxView } from './node-views.ts'
import styles from './NodeBox.module.css'

interface NodeBoxProps {
  readonly workspace: ProjectWorkspace
  readonly view: NodeBoxView
}

const hitClass = { none: undefined, hit: styles.hit, current: styles.currentHit, dimmed: styles.dimmed } as const

/** One node. At rest it has a few elements; its buttons exist while it is current or hovered. */
export const NodeBox = memo(function NodeBox({ workspace, view }: NodeBoxProps) {
  const { record, hit, isSimplified: isLight } = view
  const { left, top, width, height } = view
  const beFocused = (isItself: boolean) => {
    const { ids, current } = workspace.selection.get()
    if (!isItself || current === record.id) return
    if (ids.has(record.id)) workspace.selection.set({ ids, current: record.id })
    else selectNode(workspace, record.id)
  }
  return (
    <div
      className={joinClasses(styles.box, isLight && styles.light, hitClass[hit], view.isActive && styles.active)}
      style={{ left, top, width, height, ...getColorVariables(view.rank, view.branchColor, record) }}
      role="treeitem"
      tabIndex={view.isTabStop ? 0 : -1}
      aria-label={toPlainText(record.title) || mapTexts.untitled}
      aria-describedby={listDescriptionIds(view)}
      aria-level={view.level}
      aria-setsize={view.setSize}
      aria-posinset={view.posInSet}
      aria-expanded={view.isExpanded ?? undefined}
      aria-selected={view.isSelected}
      aria-busy={record.style.processing || undefined}
      data-node-id={record.id}
      data-status={record.status}
      data-rank={view.rank}
      data-color={findPaletteColor(record.style.backgroundColor) ?? 'own'}
      data-pending={view.hasUnsavedTitle ? 'true' : undefined}
      onFocus={(event) => beFocused(event.target === event.currentTarget)}
    >
      {view.alsoUnder !== '' && (
        <span id={`also-under-${record.id}`} hidden translate="yes">
          {mapTexts.alsoUnder(view.alsoUnder)}
        </span>
      )}
      {hasFieldWords(view) && (
        <span id={`fields-${record.id}`} hidden translate="yes">
          {view.chips?.description}
        </span>
      )}
      {isLight ? <SimplifiedTitle view={view} /> : <NodeContents workspace={workspace} view={view} />}
    </div>
  )
})

const hasFieldWords = ({ chips }: NodeBoxView): boolean => chips !== null && chips.description !== ''

/** The name stays the plain title; everything else about the node follows it. */
function listDescriptionIds(view: NodeBoxView): string | undefined {
  const { id } = view.record
  const ids = [...(view.alsoUnder === '' ? [] : [`also-under-${id}`]), ...(hasFieldWords(view) ? [`fields-${id}`] : [])]
  return ids.length === 0 ? undefined : ids.join(' ')
}

const SimplifiedTitle = ({ view: { lines, record } }: { readonly view: NodeBoxView }) => (
  <>{lines === null ? toExcerpt(record.title) : lines.join('\n')}</>
)

function NodeContents({ workspace, view }: NodeBoxProps) {
  const { record, isActive, canEdit } = view
  const isDescribed = !isEmptyBody(record.body)
  return (
    <>
      <StatusButton workspace={workspace} record={record} canEdit={canEdit} isRaised={isDescribed} />
      {view.isEditing ? (
        // Not lazily loaded: letters typed meanwhile would rename the node that still has the focus.
        <TitleEditor workspace={workspace} nodeId={record.id} />
      ) : (
        <NodeTitle title={record.title} lines={view.lines} />
      )}
      {view.chips !== null && <NodeChips chips={view.chips} />}
      {isDescribed && <span className={styles.described} translate="yes" title={mapTexts.hasDescription} />}
      {record.projectLink !== null && <ProjectLinkMark workspace={workspace} projectId={record.projectLink} />}
      {record.style.processing && <span className={styles.processing} />}
      {view.isExpanded !== null && <FoldButton workspace={workspace} view={view} isExpanded={view.isExpanded} />}
      {isActive && (
        <ActiveButtons
          workspace={workspace}
          nodeId={record.id}
          canEdit={canEdit}
          isAboveLink={record.projectLink !== null}
        />
      )}
    </>
  )
}

/** The virtual parent of a project: the nodes of other projects that link here. */
export const NodeLinksBox = memo(function NodeLinksBox({ view }: { readonly view: LinksBoxView }) {
  const { left, top, width, height, links } = view
  return (
    <div
      className={styles.linksBox}
      translate="yes"
      style={{ left, top, width, height }}
      role="treeitem"
      tabIndex={view.isTabStop ? 0 : -1}
      aria-label={mapTexts.linkedFromProjects(links.map(({ project }) => project.title).join(', '))}
      aria-level={1}
      aria-setsize={1}
      aria-posinset={1}
      aria-expanded="true"
      aria-selected="false"
      data-node-id="node_links"
      data-status="todo"
    >
      {mapTexts.linkedFrom}{' '}
      {links.map(({ id, title, project }) => (
        <Link key={id} to={`/tree/${project.id}#node=${id}`} title={toPlainText(title)} translate="no">
          {project.title}
        </Link>
      ))}
    </div>
  )
})
