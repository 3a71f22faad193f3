import type { NodeView } from '../canvas/node-views.ts'
import { fold } from '../workbench/intents/branches.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface FoldButtonProps {
  readonly bench: Workbench
  readonly view: NodeView
  readonly isExpanded: boolean
}

const most = 999

/** On the side of the children. Of a folded node it says how many nodes are out of sight. */
export function FoldButton({ bench, view: { record, hiddenBelow, canEdit }, isExpanded }: FoldButtonProps) {
  const mark = isExpanded ? '\u2212' : hiddenBelow > most ? `${most}+` : String(hiddenBelow)
  if (!canEdit) return hiddenBelow === 0 ? null : <span className={styles.fold}>{mark}</span>
  return (
    <button
      type="button"
      className={styles.fold}
      tabIndex={-1}
      aria-label={record.hideChildren ? 'Show children' : 'Hide children'}
      title={hiddenBelow === 0 ? undefined : `${hiddenBelow} hidden`}
      onClick={() => fold.run(bench, record.id)}
    >
      {mark}
    </button>
  )
}
