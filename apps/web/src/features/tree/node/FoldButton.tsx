import type { NodeView } from '../canvas/node-views.ts'
import { fold } from '../workbench/intents/branches.ts'
import type { Workbench } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface FoldButtonProps {
  readonly bench: Workbench
  readonly view: NodeView
  readonly isExpanded: boolean
}

const thousand = 1_000

/** Three letters at most: the button is no wider. */
const shortened = (count: number): string => (count < thousand ? String(count) : `${Math.floor(count / thousand)}k`)

/** On the side of the children. Of a folded node it says how many nodes are out of sight. */
export function FoldButton({ bench, view: { record, hiddenBelow }, isExpanded }: FoldButtonProps) {
  const isFolded = hiddenBelow > 0
  const mark = isExpanded && !isFolded ? '\u2212' : shortened(hiddenBelow)
  return (
    <button
      type="button"
      className={styles.fold}
      data-folded={isFolded ? '' : undefined}
      data-mark={mark}
      tabIndex={-1}
      aria-label={record.hideChildren ? 'Show children' : 'Hide children'}
      title={hiddenBelow === 0 ? undefined : `${hiddenBelow} hidden`}
      onClick={() => fold.run(bench, record.id)}
    />
  )
}
