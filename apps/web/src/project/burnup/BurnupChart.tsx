import type { BurnupPoint, Calendar, TimeResolution } from '@espalier/domain'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { burnupTexts as texts } from '../../texts/burnup.ts'
import type { ProjectWorkspace } from '../workspace/project-workspace.ts'
import { BurnupDrawing, BurnupTable } from './BurnupDrawing.tsx'
import { StepList } from './StepList.tsx'
import { createPeriodFormatter, describeForecast } from './format-burnup.ts'
import { chartMargins, computeChartGeometry } from './chart-geometry.ts'
import type { ChartSize } from './chart-size.tsx'
import type { BurnupFigures } from './count-burnup.ts'
import type { TransitionLog } from '../forecast/transition-log.ts'
import styles from './Burnup.module.css'

interface BurnupChartProps {
  readonly workspace: ProjectWorkspace
  readonly ledger: TransitionLog
  readonly figures: BurnupFigures
  readonly resolution: TimeResolution
  readonly calendar: Calendar
  readonly zone: string
  readonly size: ChartSize
}

/** Shows the chart with its readout and controls. */
export function BurnupChart({ workspace, ledger, figures, resolution, calendar, zone, size }: BurnupChartProps) {
  const { points } = figures
  const [pointedMs, setPointed] = useState<number | null>(null)
  const [openMs, setOpen] = useState<number | null>(null)
  const slider = useRef<HTMLInputElement>(null)
  const periods = useMemo(() => createPeriodFormatter(resolution, calendar, zone), [resolution, calendar, zone])
  const picture = useMemo(
    () => computeChartGeometry(figures, size, resolution, calendar),
    [figures, size, resolution, calendar],
  )
  const index = pointedMs === null ? points.length - 1 : findStepIndex(points, pointedMs)
  const present = points[index]
  // The totals of the last step still hold: unless a step is pointed at, they are the current ones.
  const period =
    present === undefined
      ? ''
      : periods.format(pointedMs === null ? calendar.findPeriod(figures.nowMs, resolution) : present)
  const open = openMs === null ? undefined : points[findStepIndex(points, openMs)]
  const indexUnder = (event: MouseEvent) =>
    picture.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left - chartMargins.left)
  const point = (at: number) => setPointed(points[at]?.startMs ?? null)
  const close = () => {
    setOpen(null)
    slider.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    setOpen(present?.startMs ?? null)
  }
  return (
    <>
      {present !== undefined && <Readout point={present} period={period} />}
      <div
        role="presentation"
        // The dates and figures on the axes are formatted for the reader's language.
        translate="no"
        className={styles.chart}
        onPointerMove={(event) => point(indexUnder(event))}
        onPointerLeave={() => setPointed(null)}
        onClick={(event) => {
          const at = indexUnder(event)
          point(at)
          setOpen(points[at]?.startMs ?? null)
        }}
      >
        <BurnupDrawing picture={picture} size={size} pointed={pointedMs === null ? undefined : present} />
        <input
          ref={slider}
          type="range"
          aria-label={texts.period}
          aria-valuetext={present === undefined ? '' : texts.figures(period, present.created, present.resolved)}
          min={0}
          max={points.length - 1}
          value={index}
          className={styles.slider}
          onChange={(event) => point(Number(event.target.value))}
          onKeyDown={press}
          onBlur={() => setPointed(null)}
        />
      </div>
      {figures.simulated === null && (
        <p className={styles.forecast}>{describeForecast(figures.forecast, resolution, figures.nowMs)}</p>
      )}
      <BurnupTable points={points} periods={periods} resolution={resolution} />
      {open !== undefined && (
        <StepList
          key={open.startMs}
          workspace={workspace}
          ledger={ledger}
          entries={figures.entries}
          step={open}
          period={periods.format(open)}
          onClose={close}
        />
      )}
    </>
  )
}

/** After a recount, a step may have another index or be part of a wider one. */
const findStepIndex = (points: readonly BurnupPoint[], startMs: number): number =>
  Math.max(
    0,
    points.findLastIndex((point) => point.startMs <= startMs),
  )

/** Shows the meaning and values of the lines. The slider announces the same. */
const Readout = ({ point, period }: { readonly point: BurnupPoint; readonly period: string }) => (
  <p aria-hidden="true" className={styles.readout}>
    <span className={styles.period} translate="no">
      {period}
    </span>
    <span className={styles.scopeKey}>{texts.scopeCount(point.created.toLocaleString())}</span>
    <span className={styles.doneKey}>{texts.doneCount(point.resolved.toLocaleString())}</span>
  </p>
)
