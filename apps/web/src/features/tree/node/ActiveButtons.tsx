import type { NodeId } from '@espalier/domain'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { addChildAction } from '../workbench/intents/adding.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface ActiveButtonsProps {
  readonly workspace: ProjectWorkspace
  readonly nodeId: NodeId
  readonly canEdit: boolean
}

/** What can be done to the current node, or to the one under the pointer. */
export function ActiveButtons({ workspace, nodeId, canEdit }: ActiveButtonsProps) {
  const openMenu = () => workspace.menu.set({ nodeId, at: null })
  const chooseParent = () => workspace.dialog.set({ kind: 'add-parent', nodeId })
  return (
    <>
      <button
        type="button"
        className={styles.menu}
        tabIndex={-1}
        aria-label="Node menu"
        aria-haspopup="menu"
        onClick={openMenu}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </button>
      {canEdit && (
        <>
          <button
            type="button"
            className={styles.add}
            tabIndex={-1}
            aria-label="Add child"
            onClick={() => addChildAction.run(workspace, nodeId)}
          >
            +
          </button>
          <button
            type="button"
            className={styles.handle}
            tabIndex={-1}
            aria-label="Add a parent link"
            data-link-handle=""
            onClick={chooseParent}
          />
        </>
      )}
    </>
  )
}
