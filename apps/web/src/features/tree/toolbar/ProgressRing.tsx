import { countStatuses, limits, percentDone } from '@espalier/domain'
import { useEffect, useState } from 'react'
import type { Board } from '../../../data/board/board.ts'
import styles from './Toolbar.module.css'

const ringRadius = 11
const ringLength = 2 * Math.PI * ringRadius

/** How much of the project is done, as a ring that closes. */
export function ProgressRing({ board }: { readonly board: Board }) {
  const [percent, setPercent] = useState(0)
  useEffect(() => {
    const count = () => setPercent(percentDone(countStatuses(board.nodes())))
    count()
    return board.listen(count)
  }, [board])
  const name = `${percent}% done`
  return (
    <span title={name} className={styles.progress}>
      {/* A drawing, for which no file could be named. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
      <svg viewBox="0 0 28 28" role="img" aria-label={name}>
        <circle cx="14" cy="14" r={ringRadius} className={styles.ring} />
        <circle
          cx="14"
          cy="14"
          r={ringRadius}
          className={styles.done}
          strokeDasharray={`${(percent / limits.fullPercent) * ringLength} ${ringLength}`}
        />
      </svg>
      <span aria-hidden="true">{`${percent}%`}</span>
    </span>
  )
}
