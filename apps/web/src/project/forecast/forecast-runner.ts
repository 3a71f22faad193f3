import type { NodeId } from '@espalier/domain'
import {
  forecastWork,
  listBuffers,
  type PackedProject,
  packProject,
  type WorkForecast,
} from '@espalier/domain/forecast'
import type { ProjectClient } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import type { TransitionLog } from './transition-log.ts'
import { toSchedulable } from '../schedule/project-schedule.ts'
import { listUncountedStageIds } from '../workspace/derived-model.ts'

export interface ProjectForecast {
  readonly forecast: WorkForecast
  /** The number of each node in the forecast. */
  readonly numbers: ReadonlyMap<NodeId, number>
}

export interface ForecastRunner {
  /** Null until the first forecast is there, and when it could not be computed. */
  readonly result: Cell<ProjectForecast | null>
  /** Computes what is requested until the returned function is called. */
  start(): () => void
  /** Computes the forecast anew, soon. */
  request(log: TransitionLog): void
}

/** While people edit, a forecast is computed at most this often. */
const restMs = 3_000

/** Computes forecasts of a project in a worker, one after the other, as long as somebody shows them. */
export function createForecastRunner(client: ProjectClient): ForecastRunner {
  const result = createCell<ProjectForecast | null>(null)
  const compute = createForecastComputer()
  let wanted: TransitionLog | null = null
  let isBusy = false
  let timer = 0
  let isStopped = true

  async function run(): Promise<void> {
    if (wanted === null || isBusy || isStopped) return
    isBusy = true
    const nodes = listForecastNodes(client)
    const project = packProject(nodes, wanted.entries, clock.now())
    wanted = null
    const forecast = await compute.forecast(project).catch(() => null)
    if (isStopped) return
    const numbers = new Map(nodes.map(({ id }, at) => [id, at]))
    result.set(forecast === null ? null : { forecast, numbers })
    timer = window.setTimeout(() => {
      isBusy = false
      void run()
    }, restMs)
  }

  return {
    result,
    start() {
      isStopped = false
      isBusy = false
      return () => {
        isStopped = true
        window.clearTimeout(timer)
        compute.stop()
      }
    },
    request(log) {
      wanted = log
      void run()
    },
  }
}

/** Returns what the forecast reads of each node. */
export function listForecastNodes(client: ProjectClient) {
  const uncounted = listUncountedStageIds(client)
  return Array.from(client.nodes(), (node) => ({
    ...toSchedulable(node, uncounted),
    assigneeIds: node.assigneeIds,
  }))
}

/** The worker is started at the first forecast and kept until the end. */
export function createForecastComputer() {
  let worker: Worker | null = null
  return {
    async forecast(project: PackedProject): Promise<WorkForecast> {
      // Browsers without workers compute it on the page.
      if (typeof Worker === 'undefined') return forecastWork(project)
      worker ??= new Worker(new URL('./forecast-worker.ts', import.meta.url), { type: 'module' })
      const asked = worker
      return new Promise((resolve, reject) => {
        asked.addEventListener('message', ({ data }: MessageEvent<WorkForecast>) => resolve(data), { once: true })
        asked.addEventListener('error', () => reject(new Error('The forecast failed')), { once: true })
        asked.postMessage(project, listBuffers(project))
      })
    },
    stop() {
      worker?.terminate()
      worker = null
    },
  }
}
