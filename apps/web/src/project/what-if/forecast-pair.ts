import { type EndRange, packProject, type WorkForecast } from '@espalier/domain/forecast'
import type { ProjectClient } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { createForecastLoop, listForecastNodes } from '../forecast/forecast-runner.ts'
import type { TransitionLog } from '../forecast/transition-log.ts'

/** The forecasts of a project and of its draft, from the same history at the same time. */
interface ForecastPair {
  readonly now: WorkForecast
  readonly drafted: WorkForecast
}

export interface ForecastPairState {
  /** Null until the first pair is there, and when it could not be computed. */
  readonly pair: ForecastPair | null
  /** Something has changed since the pair was computed. */
  readonly isBusy: boolean
}

interface ForecastPairRunner {
  readonly state: Cell<ForecastPairState>
  start(): () => void
  /** Computes the pair again, soon. The state is a new object whenever the project has changed. */
  request(log: KnownLog): void
}

interface KnownLog {
  readonly ledger: TransitionLog
}

/** While somebody edits, a pair is computed at most this often. */
const restMs = 500

interface KnownForecast {
  readonly log: KnownLog
  readonly nowMs: number
  readonly forecast: WorkForecast
}

/** Computes forecasts in one worker. The one of the project is kept until the project changes. */
export function createForecastPairRunner(live: ProjectClient, drafted: ProjectClient): ForecastPairRunner {
  const state = createCell<ForecastPairState>({ pair: null, isBusy: true })
  let known: KnownForecast | null = null
  const { start, request } = createForecastLoop<KnownLog, ForecastPair>({
    restMs,
    async compute(log, forecast) {
      const compute = (client: ProjectClient, nowMs: number): Promise<WorkForecast> =>
        forecast(packProject(listForecastNodes(client), log.ledger.entries, nowMs))
      if (known === null || known.log !== log) {
        const nowMs = clock.now()
        known = { log, nowMs, forecast: await compute(live, nowMs) }
      }
      // Both use the same random numbers, so that only the changes of the draft move the end.
      return { now: known.forecast, drafted: await compute(drafted, known.nowMs) }
    },
    publish: (pair, isOutdated) => state.set({ pair, isBusy: isOutdated }),
  })
  return {
    state,
    start,
    request(log) {
      state.set({ ...state.get(), isBusy: true })
      request(log)
    },
  }
}

/** Null: there is no forecast, or nothing is left to do. */
export const getWholeRange = (forecast: WorkForecast | undefined): EndRange | null =>
  forecast?.kind === 'known' ? forecast.whole : null
