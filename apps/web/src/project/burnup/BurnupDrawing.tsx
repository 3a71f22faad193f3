import type { BurnupPoint, TimeResolution } from '@espalier/domain'
import { memo } from 'react'
import { burnupTexts as texts } from '../../texts/burnup.ts'
import { type ChartGeometry, chartMargins } from './chart-geometry.ts'
import type { ChartSize } from './chart-size.tsx'
import type { PeriodFormatter } from './format-burnup.ts'
import styles from './Burnup.module.css'

interface BurnupDrawingProps {
  readonly picture: ChartGeometry
  readonly size: ChartSize
  readonly pointed: BurnupPoint | undefined
}

export const BurnupDrawing = ({ picture, size, pointed }: BurnupDrawingProps) => (
  // An inline drawing has no image file.
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
  <svg role="img" aria-label={texts.chart} width={size.width} height={size.height} className={styles.drawing}>
    <g transform={`translate(${chartMargins.left} ${chartMargins.top})`}>
      <Axes picture={picture} />
      {/* A nested svg cuts off the forecast beyond the edge. */}
      <svg width={picture.plot.width} height={picture.plot.height}>
        <path d={picture.doneArea} className={styles.doneArea} />
        {picture.conePoints !== '' && <polygon points={picture.conePoints} className={styles.cone} />}
      </svg>
      {picture.nowX !== null && (
        <line x1={picture.nowX} x2={picture.nowX} y2={picture.plot.height} className={styles.now} />
      )}
      <path d={picture.scopePath} className={styles.scope} />
      <path d={picture.donePath} className={styles.done} />
      {pointed !== undefined && <PointedStep picture={picture} point={pointed} />}
    </g>
  </svg>
)

const Axes = ({ picture: { plot, xTicks, yTicks } }: { readonly picture: ChartGeometry }) => (
  <g className={styles.axes}>
    {yTicks.map(({ at, text }) => (
      <g key={text} transform={`translate(0 ${at})`}>
        <line x2={plot.width} />
        <text x={-8} dy="0.32em" textAnchor="end">
          {text}
        </text>
      </g>
    ))}
    {xTicks.map(({ at, text }) => (
      <g key={at} transform={`translate(${at} ${plot.height})`}>
        <line y2={5} />
        <text y={18} textAnchor={chooseTextAnchor(at, plot.width)}>
          {text}
        </text>
      </g>
    ))}
  </g>
)

const edgePx = 24

/** A centered text at either end would stick out. */
function chooseTextAnchor(at: number, width: number): 'start' | 'middle' | 'end' {
  if (at > width - edgePx) return 'end'
  return at < edgePx - chartMargins.left ? 'start' : 'middle'
}

function PointedStep({ picture, point }: { readonly picture: ChartGeometry; readonly point: BurnupPoint }) {
  const x = picture.x(point.startMs)
  return (
    <g className={styles.pointed}>
      <line x1={x} x2={x} y2={picture.plot.height} />
      <circle cx={x} cy={picture.y(point.created)} r={4} className={styles.scopeDot} />
      <circle cx={x} cy={picture.y(point.resolved)} r={4} className={styles.doneDot} />
    </g>
  )
}

interface BurnupTableProps {
  readonly points: readonly BurnupPoint[]
  readonly periods: PeriodFormatter
  readonly resolution: TimeResolution
}

/** The chart's figures for screen readers. */
export const BurnupTable = memo(({ points, periods, resolution }: BurnupTableProps) => (
  <div className={styles.hidden}>
    <table>
      <caption>{texts.table(resolution)}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.period}</th>
          <th scope="col">{texts.scope}</th>
          <th scope="col">{texts.done}</th>
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.startMs}>
            <th scope="row" translate="no">
              {periods.format(point)}
            </th>
            <td>{point.created}</td>
            <td>{point.resolved}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
))
BurnupTable.displayName = 'BurnupTable'
