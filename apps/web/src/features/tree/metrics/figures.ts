import {
  type BurnupPoint,
  burnupOf,
  type Calendar,
  type Forecast,
  forecastOf,
  lineageOf,
  type NodeId,
  type NodeTransition,
  thinned,
  type TimeResolution,
} from '@espalier/domain'
import type { Ledger } from './ledger.ts'

export interface Figures {
  readonly points: readonly BurnupPoint[]
  readonly forecast: Forecast
  /** The transitions that were counted. */
  readonly entries: readonly NodeTransition[]
  readonly nowMs: number
}

export interface FiguresAsked {
  /** Null: the whole project. */
  readonly topId: NodeId | null
  readonly resolution: TimeResolution
  readonly calendar: Calendar
  readonly nowMs: number
}

/** More steps than this are neither told apart nor read aloud. */
const mostPoints = 400

export function figuresOf(ledger: Ledger, { topId, resolution, calendar, nowMs }: FiguresAsked): Figures {
  const entries = entriesOf(ledger, topId)
  const points = burnupOf(entries, resolution, calendar)
  return { points: thinned(points, mostPoints), forecast: forecastOf(points, nowMs), entries, nowMs }
}

function entriesOf({ entries, nodes }: Ledger, topId: NodeId | null): readonly NodeTransition[] {
  if (topId === null) return entries
  const lineage = lineageOf(nodes.values(), topId)
  return entries.filter(({ nodeId }) => lineage.has(nodeId))
}
