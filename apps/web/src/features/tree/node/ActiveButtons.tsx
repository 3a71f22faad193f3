import type { NodeId } from '@espalier/domain'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { addChild } from '../workbench/intents/adding.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface ActiveButtonsProps {
  readonly bench: Workbench
  readonly nodeId: NodeId
  readonly canEdit: boolean
}

/** What can be done to the current node, or to the one under the pointer. */
export function ActiveButtons({ bench, nodeId, canEdit }: ActiveButtonsProps) {
  const openMenu = () => bench.menu.set({ nodeId, at: null })
  const chooseParent = () => bench.dialog.set({ kind: 'add-parent', nodeId })
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
            onClick={() => addChild.run(bench, nodeId)}
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
