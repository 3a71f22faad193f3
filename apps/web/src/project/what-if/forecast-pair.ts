import { type EndRange, packProject, type WorkForecast } from '@espalier/domain/forecast'
import type { ProjectClient } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import { createForecastComputer, listForecastNodes } from '../forecast/forecast-runner.ts'
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
  /** Computes the pair anew, soon. The state is a new object whenever the project has changed. */
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
  const computer = createForecastComputer()
  let known: KnownForecast | null = null
  let wanted: KnownLog | null = null
  let isBusy = false
  let isStopped = true
  let timer = 0

  const compute = (client: ProjectClient, log: KnownLog, nowMs: number): Promise<WorkForecast> =>
    computer.forecast(packProject(listForecastNodes(client), log.ledger.entries, nowMs))

  async function computePair(log: KnownLog): Promise<ForecastPair> {
    if (known === null || known.log !== log) {
      const nowMs = clock.now()
      known = { log, nowMs, forecast: await compute(live, log, nowMs) }
    }
    // Random numbers are drawn alike, so that only what the draft changes moves the end.
    return { now: known.forecast, drafted: await compute(drafted, log, known.nowMs) }
  }

  async function run(): Promise<void> {
    if (wanted === null || isBusy || isStopped) return
    isBusy = true
    const log = wanted
    wanted = null
    const pair = await computePair(log).catch(() => null)
    if (isStopped) return
    state.set({ pair, isBusy: wanted !== null })
    timer = window.setTimeout(() => {
      isBusy = false
      void run()
    }, restMs)
  }

  return {
    state,
    start() {
      isStopped = false
      isBusy = false
      return () => {
        isStopped = true
        window.clearTimeout(timer)
        computer.stop()
      }
    },
    request(log) {
      wanted = log
      state.set({ ...state.get(), isBusy: true })
      void run()
    },
  }
}

/** Null: there is no forecast, or nothing is left to do. */
export const getWholeRange = (forecast: WorkForecast | undefined): EndRange | null =>
  forecast?.kind === 'known' ? forecast.whole : null
