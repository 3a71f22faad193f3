import type { BurnupPoint, Calendar, TimeResolution } from '@espalier/domain'
import { scaleLinear, scaleTime } from 'd3-scale'
import { area, curveStepAfter, line } from 'd3-shape'
import type { Figures } from './figures.ts'
import type { Size } from './kept-size.ts'
import { tickTexts } from './period-text.ts'

export const margins = { top: 10, right: 14, bottom: 26, left: 40 }
const tickRoomPx = { x: 84, y: 44 }
/** Of the widest digits, at 12 px. */
const tickLetterPx = 7
const tickGapPx = 10

export interface Tick {
  readonly at: number
  readonly text: string
}

export interface Picture {
  readonly plot: Size
  readonly xTicks: readonly Tick[]
  readonly yTicks: readonly Tick[]
  readonly scopePath: string
  readonly donePath: string
  readonly doneArea: string
  /** Where today is; null where nothing lies beyond it. */
  readonly nowX: number | null
  /** The corner points of what is foreseen, or ''. */
  readonly conePoints: string
  x(ms: number): number
  y(count: number): number
  /** The step that holds at this place; -1 before the first. */
  indexAt(x: number): number
}

interface Place {
  readonly ms: number
  readonly created: number
  readonly resolved: number
}

/** Everything that is drawn, in pixels. */
export function pictureOf(figures: Figures, size: Size, resolution: TimeResolution, calendar: Calendar): Picture {
  const plot = {
    width: Math.max(1, size.width - margins.left - margins.right),
    height: Math.max(1, size.height - margins.top - margins.bottom),
  }
  const places = placesOf(figures, resolution, calendar)
  const presentMs = places.at(-1)?.ms ?? figures.nowMs
  const span = [places[0]?.ms ?? 0, endOf(figures, places[0]?.ms ?? 0, presentMs)] as const
  const most = Math.max(1, ...figures.points.map(({ created }) => created))
  const x = scaleTime(span, [0, plot.width])
  const y = scaleLinear([0, most], [plot.height, 0]).nice()
  const path = (value: (place: Place) => number) =>
    line<Place>(
      ({ ms }) => x(ms),
      (place) => y(value(place)),
    ).curve(curveStepAfter)(places) ?? ''
  return {
    plot,
    xTicks: timeTicks(x.ticks(Math.max(2, Math.floor(plot.width / tickRoomPx.x))), x),
    yTicks: y
      .ticks(Math.max(2, Math.floor(plot.height / tickRoomPx.y)))
      .filter(Number.isInteger)
      .map((count) => ({ at: y(count), text: count.toLocaleString() })),
    scopePath: path(({ created }) => created),
    donePath: path(({ resolved }) => resolved),
    doneArea:
      area<Place>(
        ({ ms }) => x(ms),
        y(0),
        ({ resolved }) => y(resolved),
      ).curve(curveStepAfter)(places) ?? '',
    ...foreseen(figures, presentMs, x, y),
    x,
    y,
    indexAt(at) {
      const ms = x.invert(at).getTime()
      return figures.points.findLastIndex(({ startMs }) => startMs <= ms)
    },
  }
}

/** From nothing, a period before the first, to the present. */
function placesOf({ points, nowMs }: Figures, resolution: TimeResolution, calendar: Calendar): readonly Place[] {
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return []
  const places = points.map(({ startMs, created, resolved }: BurnupPoint) => ({ ms: startMs, created, resolved }))
  return [
    { ms: calendar.periodOf(first.startMs - 1, resolution).startMs, created: 0, resolved: 0 },
    ...places,
    { ms: nowMs > last.startMs ? nowMs : last.endMs, created: last.created, resolved: last.resolved },
  ]
}

/** What is foreseen takes at most as much room as what has been. */
function endOf({ forecast }: Figures, startMs: number, presentMs: number): number {
  if (forecast.kind !== 'range') return presentMs
  return Math.min(forecast.latestMs, presentMs + (presentMs - startMs))
}

function foreseen(
  { forecast, points }: Figures,
  presentMs: number,
  x: (ms: number) => number,
  y: (count: number) => number,
): Pick<Picture, 'nowX' | 'conePoints'> {
  const last = points.at(-1)
  if (forecast.kind !== 'range' || last === undefined) return { nowX: null, conePoints: '' }
  const corners = [
    [x(presentMs), y(last.resolved)],
    [x(forecast.earliestMs), y(last.created)],
    [x(forecast.latestMs), y(last.created)],
  ]
  return { nowX: x(presentMs), conePoints: corners.map((corner) => corner.join()).join(' ') }
}

function timeTicks(ticks: readonly Date[], x: (at: Date) => number): readonly Tick[] {
  const [first, second] = ticks
  const spacingMs = first === undefined || second === undefined ? 0 : second.getTime() - first.getTime()
  const text = tickTexts(spacingMs)
  return withoutOverlaps(ticks.map((tick) => ({ at: x(tick), text: text(tick) })))
}

/** A scale of times gives more ticks than it is asked for, and '10:15:30 PM' is wider than 'Nov 9': what has no room is left out. */
function withoutOverlaps(ticks: readonly Tick[]): readonly Tick[] {
  const shown: Tick[] = []
  for (const tick of ticks) {
    const last = shown.at(-1)
    if (last === undefined || tick.at - last.at >= roomFor(last) / 2 + roomFor(tick) / 2) shown.push(tick)
  }
  // The text of the last one may end where it stands, so that it reaches further back than the others.
  const [before, last] = shown.slice(-2)
  if (before !== undefined && last !== undefined && last.at - before.at < roomFor(before) / 2 + roomFor(last))
    shown.pop()
  return shown
}

const roomFor = ({ text }: Tick): number => text.length * tickLetterPx + tickGapPx
