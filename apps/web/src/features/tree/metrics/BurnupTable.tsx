import type { BurnupPoint, TimeResolution } from '@espalier/domain'
import { memo } from 'react'
import styles from './Burnup.module.css'
import type { PeriodFormatter } from './period-text.ts'

interface BurnupTableProps {
  readonly points: readonly BurnupPoint[]
  readonly texts: PeriodFormatter
  readonly resolution: TimeResolution
}

/** The figures of the chart, to be read aloud. */
export const BurnupTable = memo(({ points, texts, resolution }: BurnupTableProps) => (
  <div className={styles.hidden}>
    <table>
      <caption>{`Burn-up by ${resolution}`}</caption>
      <thead>
        <tr>
          <th scope="col">Period</th>
          <th scope="col">Scope</th>
          <th scope="col">Done</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.startMs}>
            <th scope="row">{texts.format(point)}</th>
            <td>{point.created}</td>
            <td>{point.resolved}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
))
BurnupTable.displayName = 'BurnupTable'
