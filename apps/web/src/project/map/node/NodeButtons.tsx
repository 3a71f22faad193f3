import type { NodeId, ProjectId } from '@espalier/domain'
import type { NodeRecord } from '@espalier/sync'
import Ellipsis from 'lucide-react/icons/ellipsis'
import SquareArrowOutUpRight from 'lucide-react/icons/square-arrow-out-up-right'
import { type CSSProperties, type MouseEvent, useRef } from 'react'
import { actionTexts } from '../../../texts/actions.ts'
import { mapTexts } from '../../../texts/map.ts'
import { joinClasses } from '../../../ui/join-classes.ts'
import { foldAction } from '../../actions/fold-actions.ts'
import { addChildAction, cycleStatusAction } from '../../actions/node-actions.ts'
import type { ProjectWorkspace } from '../../workspace/project-workspace.ts'
import { formatFoldMark } from '../scene/tree-positions.ts'
import type { NodeBoxView } from './node-views.ts'
import styles from './NodeButtons.module.css'

interface StatusButtonProps {
  readonly workspace: ProjectWorkspace
  readonly record: NodeRecord
  readonly canEdit: boolean
  /** True when it is above the description mark. */
  readonly isRaised: boolean
}

/** Shows the status by its shape. */
export function StatusButton({ workspace, record: { id, status }, canEdit, isRaised }: StatusButtonProps) {
  return (
    <button
      type="button"
      translate="yes"
      className={joinClasses(styles.status, isRaised && styles.raised)}
      tabIndex={-1}
      disabled={!canEdit}
      aria-label={mapTexts.status[status]}
      onClick={() => cycleStatusAction.run(workspace, id)}
    />
  )
}

interface FoldButtonProps {
  readonly workspace: ProjectWorkspace
  readonly view: NodeBoxView
  readonly isExpanded: boolean
}

/** Describes the button's marks: how many nodes are hidden, and how much of the branch is done. */
function describeBranch({ hiddenBelow, leafCount, doneCount }: NodeBoxView, isOwn: boolean): string | undefined {
  const describeHidden = isOwn ? mapTexts.hiddenForYou : mapTexts.hidden
  const facts = [
    ...(hiddenBelow === 0 ? [] : [describeHidden(hiddenBelow)]),
    ...(leafCount === 0 ? [] : [mapTexts.leavesDone(doneCount, leafCount)]),
  ]
  return facts.length === 0 ? undefined : facts.join(', ')
}

/**
 * The button on the children's side, within a ring that shows how much of the branch is done. For a folded node it shows
 * how many nodes are hidden.
 */
export function FoldButton({ workspace, view, isExpanded }: FoldButtonProps) {
  const { record, hiddenBelow, leafCount, doneCount } = view
  const isFolded = hiddenBelow > 0
  const share = leafCount === 0 ? 0 : doneCount / leafCount
  const isOwn = workspace.ownFolds.get().has(record.id)
  return (
    <button
      type="button"
      translate="yes"
      className={styles.fold}
      data-folded={isFolded ? '' : undefined}
      // An editor has to see that others do not have this fold.
      data-own={isOwn ? '' : undefined}
      data-mark={formatFoldMark(isExpanded, hiddenBelow)}
      style={{ '--share': `${share}turn` } as CSSProperties}
      tabIndex={-1}
      aria-label={record.hideChildren ? actionTexts.showChildren : actionTexts.hideChildren}
      title={describeBranch(view, isOwn)}
      onClick={() => foldAction.run(workspace, record.id)}
    />
  )
}

interface ActiveButtonsProps {
  readonly workspace: ProjectWorkspace
  readonly nodeId: NodeId
  readonly canEdit: boolean
  /** True when the menu is above the link to another project. */
  readonly isAboveLink: boolean
}

/**
 * A tap on a narrow node shows its buttons under the finger, and the browser then sends the click of the same tap to one
 * of them: only a press that began on a button counts. A key or a screen reader presses nothing before it clicks.
 */
function useOwnPress() {
  const isOwn = useRef(false)
  return (run: () => void) => ({
    onPointerDown: () => {
      isOwn.current = true
    },
    onClick: ({ detail }: MouseEvent) => {
      if (isOwn.current || detail === 0) run()
      isOwn.current = false
    },
  })
}

/** The buttons of the current or hovered node. */
export function ActiveButtons({ workspace, nodeId, canEdit, isAboveLink }: ActiveButtonsProps) {
  const onPress = useOwnPress()
  const openMenu = () => workspace.menu.set({ nodeId, at: null })
  const chooseParent = () => workspace.dialog.set({ kind: 'add-parent', nodeId })
  return (
    <>
      <button
        type="button"
        translate="yes"
        className={joinClasses(styles.menu, isAboveLink && styles.menuAboveLink)}
        tabIndex={-1}
        aria-label={mapTexts.nodeMenu}
        aria-haspopup="menu"
        {...onPress(openMenu)}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      {canEdit && (
        <>
          <button
            type="button"
            translate="yes"
            className={styles.add}
            tabIndex={-1}
            aria-label={mapTexts.addChild}
            {...onPress(() => addChildAction.run(workspace, nodeId))}
          >
            +
          </button>
          <button
            type="button"
            translate="yes"
            className={styles.handle}
            tabIndex={-1}
            aria-label={mapTexts.addParentLink}
            data-link-handle=""
            {...onPress(chooseParent)}
          />
        </>
      )}
    </>
  )
}

interface ProjectLinkMarkProps {
  readonly workspace: ProjectWorkspace
  readonly projectId: ProjectId
}

/** Links to the project that breaks the node down. */
export function ProjectLinkMark({ workspace, projectId }: ProjectLinkMarkProps) {
  const address = `/tree/${projectId}`
  const open = (event: MouseEvent) => {
    // The browser opens a new tab or window itself.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    workspace.navigate(address)
  }
  return (
    <a
      className={styles.link}
      href={address}
      tabIndex={-1}
      translate="yes"
      aria-label={mapTexts.openLinkedProject}
      onClick={open}
    >
      <SquareArrowOutUpRight size={14} aria-hidden="true" />
    </a>
  )
}
