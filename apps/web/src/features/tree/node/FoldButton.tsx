import type { NodeBoxView } from '../canvas/node-views.ts'
import { foldAction } from '../workbench/intents/branches.ts'
import type { ProjectWorkspace } from '../workbench/workbench.ts'
import styles from './NodeBox.module.css'

interface FoldButtonProps {
  readonly workspace: ProjectWorkspace
  readonly view: NodeBoxView
  readonly isExpanded: boolean
}

const thousand = 1_000

/** Three letters at most: the button is no wider. */
const shortenCount = (count: number): string => (count < thousand ? String(count) : `${Math.floor(count / thousand)}k`)

/** On the side of the children. Of a folded node it says how many nodes are out of sight. */
export function FoldButton({ workspace, view: { record, hiddenBelow }, isExpanded }: FoldButtonProps) {
  const isFolded = hiddenBelow > 0
  const mark = isExpanded && !isFolded ? '\u2212' : shortenCount(hiddenBelow)
  return (
    <button
      type="button"
      className={styles.fold}
      data-folded={isFolded ? '' : undefined}
      data-mark={mark}
      tabIndex={-1}
      aria-label={record.hideChildren ? 'Show children' : 'Hide children'}
      title={hiddenBelow === 0 ? undefined : `${hiddenBelow} hidden`}
      onClick={() => foldAction.run(workspace, record.id)}
    />
  )
}
