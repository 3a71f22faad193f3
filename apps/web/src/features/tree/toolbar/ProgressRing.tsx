import { countStatuses, limits, percentDone } from '@espalier/domain'
import { useCallback, useSyncExternalStore } from 'react'
import type { Board } from '../../../data/board/board.ts'
import styles from './Toolbar.module.css'

const radius = 11
const around = 2 * Math.PI * radius

/** How much of the project is done, as a ring that closes. */
export function ProgressRing({ board }: { readonly board: Board }) {
  const subscribe = useCallback((listener: () => void) => board.listen(listener), [board])
  const percent = useSyncExternalStore(subscribe, () => percentDone(countStatuses(board.nodes())))
  const name = `${percent}% done`
  return (
    <span title={name} className={styles.progress}>
      {/* A drawing, for which no file could be named. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg viewBox="0 0 28 28" role="img" aria-label={name}>
        <circle cx="14" cy="14" r={radius} className={styles.ring} />
        <circle
          cx="14"
          cy="14"
          r={radius}
          className={styles.done}
          strokeDasharray={`${(percent / limits.fullPercent) * around} ${around}`}
        />
      </svg>
      <span aria-hidden="true">{`${percent}%`}</span>
    </span>
  )
}
