import {
  type BurnupPoint,
  type Calendar,
  collectBranchIds,
  computeBurnup,
  computeForecast,
  type Forecast,
  type NodeId,
  type NodeTransition,
  thinBurnupPoints,
  type TimeResolution,
} from '@espalier/domain'
import type { EndRange } from '@espalier/domain/forecast'
import type { TransitionLog } from '../forecast/transition-log.ts'

export interface BurnupFigures {
  readonly points: readonly BurnupPoint[]
  readonly forecast: Forecast
  /** The range of simulated futures, which is drawn instead: two methods would say two things. Null: there is none. */
  readonly simulated: EndRange | null
  /** The transitions that were counted. */
  readonly entries: readonly NodeTransition[]
  readonly nowMs: number
}

export interface BurnupQuery {
  /** Null: the whole project. */
  readonly topId: NodeId | null
  readonly resolution: TimeResolution
  readonly calendar: Calendar
  readonly nowMs: number
}

/** More steps than this can be neither distinguished nor read aloud. */
const maxPoints = 400

export function countBurnup(ledger: TransitionLog, query: BurnupQuery): Omit<BurnupFigures, 'simulated'> {
  const { topId, resolution, calendar, nowMs } = query
  const entries = selectTransitions(ledger, topId)
  const points = computeBurnup(entries, resolution, calendar)
  return { points: thinBurnupPoints(points, maxPoints), forecast: computeForecast(points, nowMs), entries, nowMs }
}

function selectTransitions({ entries, nodes }: TransitionLog, topId: NodeId | null): readonly NodeTransition[] {
  if (topId === null) return entries
  const lineage = collectBranchIds(nodes.values(), topId)
  return entries.filter(({ nodeId }) => lineage.has(nodeId))
}
