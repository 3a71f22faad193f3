import type { BurnupPoint, Calendar, TimeResolution } from '@espalier/domain'
import { scaleLinear, scaleTime } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import type { ChartSize } from './chart-size.tsx'
import type { BurnupFigures } from './count-burnup.ts'
import { createTickFormatter } from './format-burnup.ts'

export const chartMargins = { top: 10, right: 14, bottom: 26, left: 40 }
const tickRoomPx = { x: 84, y: 44 }
/** The width of the widest digit at 12 px. */
const tickLetterPx = 7
const tickGapPx = 10

export interface ChartTick {
  readonly at: number
  readonly text: string
}

export interface ChartGeometry {
  readonly plot: ChartSize
  readonly xTicks: readonly ChartTick[]
  readonly yTicks: readonly ChartTick[]
  readonly scopePath: string
  readonly donePath: string
  readonly doneArea: string
  /** The position of now; null when nothing is beyond it. */
  readonly nowX: number | null
  /** The corner points of the forecast, or ''. */
  readonly conePoints: string
  x(ms: number): number
  y(count: number): number
  /** Returns the index of the step at this position; -1 before the first. */
  indexAt(x: number): number
}

interface ChartPoint {
  readonly ms: number
  readonly created: number
  readonly resolved: number
}

/** Computes everything that is drawn, in pixels. */
export function computeChartGeometry(
  figures: BurnupFigures,
  size: ChartSize,
  resolution: TimeResolution,
  calendar: Calendar,
): ChartGeometry {
  const plot = {
    width: Math.max(1, size.width - chartMargins.left - chartMargins.right),
    height: Math.max(1, size.height - chartMargins.top - chartMargins.bottom),
  }
  const chartPoints = toChartPoints(figures, resolution, calendar)
  const presentMs = chartPoints.at(-1)?.ms ?? figures.nowMs
  const span = [chartPoints[0]?.ms ?? 0, computeEndMs(figures, chartPoints[0]?.ms ?? 0, presentMs)] as const
  const most = Math.max(1, ...figures.points.map(({ created }) => created))
  const x = scaleTime(span, [0, plot.width])
  const y = scaleLinear([0, most], [plot.height, 0]).nice()
  const path = (value: (point: ChartPoint) => number) =>
    line<ChartPoint>(
      ({ ms }) => x(ms),
      (point) => y(value(point)),
    ).curve(curveStepAfter)(chartPoints) ?? ''
  return {
    plot,
    xTicks: formatTimeTicks(x.ticks(Math.max(2, Math.floor(plot.width / tickRoomPx.x))), x),
    yTicks: y
      .ticks(Math.max(2, Math.floor(plot.height / tickRoomPx.y)))
      .filter(Number.isInteger)
      .map((count) => ({ at: y(count), text: count.toLocaleString() })),
    scopePath: path(({ created }) => created),
    donePath: path(({ resolved }) => resolved),
    doneArea:
      area<ChartPoint>(
        ({ ms }) => x(ms),
        y(0),
        ({ resolved }) => y(resolved),
      ).curve(curveStepAfter)(chartPoints) ?? '',
    ...computeForecastCone(figures, presentMs, x, y),
    x,
    y,
    indexAt(at) {
      const ms = x.invert(at).getTime()
      return figures.points.findLastIndex(({ startMs }) => startMs <= ms)
    },
  }
}

/** Starts at zero, a period before the first step, and ends at the present. */
function toChartPoints(
  { points, nowMs }: BurnupFigures,
  resolution: TimeResolution,
  calendar: Calendar,
): readonly ChartPoint[] {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return []
  const chartPoints = points.map(({ startMs, created, resolved }: BurnupPoint) => ({ ms: startMs, created, resolved }))
  return [
    { ms: calendar.findPeriod(first.startMs - 1, resolution).startMs, created: 0, resolved: 0 },
    ...chartPoints,
    { ms: nowMs > last.startMs ? nowMs : last.endMs, created: last.created, resolved: last.resolved },
  ]
}

/** The forecast takes at most as much room as the past. */
function computeEndMs(figures: BurnupFigures, startMs: number, presentMs: number): number {
  const range = findForecastRange(figures)
  return range === null ? presentMs : Math.min(range.latestMs, presentMs + (presentMs - startMs))
}

function findForecastRange({ forecast, simulated }: BurnupFigures) {
  if (simulated !== null) return { earliestMs: simulated.middleMs, latestMs: simulated.lateMs }
  return forecast.kind === 'range' ? forecast : null
}

function computeForecastCone(
  figures: BurnupFigures,
  presentMs: number,
  x: (ms: number) => number,
  y: (count: number) => number,
): Pick<ChartGeometry, 'nowX' | 'conePoints'> {
  const last = figures.points.at(-1)
  const range = findForecastRange(figures)
  if (range === null || last === undefined) return { nowX: null, conePoints: '' }
  const corners = [
    [x(presentMs), y(last.resolved)],
    [x(range.earliestMs), y(last.created)],
    [x(range.latestMs), y(last.created)],
  ]
  return { nowX: x(presentMs), conePoints: corners.map((corner) => corner.join()).join(' ') }
}

function formatTimeTicks(ticks: readonly Date[], x: (at: Date) => number): readonly ChartTick[] {
  const [first, second] = ticks
  const spacingMs = first === undefined || second === undefined ? 0 : second.getTime() - first.getTime()
  const text = createTickFormatter(spacingMs)
  return removeOverlaps(ticks.map((tick) => ({ at: x(tick), text: text(tick) })))
}

/**
 * A time scale yields more ticks than requested, and '10:15:30 PM' is wider than 'Nov 9': ticks without room are
 * dropped.
 */
function removeOverlaps(ticks: readonly ChartTick[]): readonly ChartTick[] {
  const shown: ChartTick[] = []
  for (const tick of ticks) {
    const last = shown.at(-1)
    if (last === undefined || tick.at - last.at >= estimateTickWidth(last) / 2 + estimateTickWidth(tick) / 2)
      shown.push(tick)
  }
  // The last label may be right-aligned, so that it reaches further back than the others.
  const [before, last] = shown.slice(-2)
  if (
    before !== undefined &&
    last !== undefined &&
    last.at - before.at < estimateTickWidth(before) / 2 + estimateTickWidth(last)
  )
    shown.pop()
  return shown
}

const estimateTickWidth = ({ text }: ChartTick): number => text.length * tickLetterPx + tickGapPx
