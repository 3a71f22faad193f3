import type { NodeId } from '@espalier/domain'
import { listBuffers, type PackedProject, packProject, type WorkForecast } from '@espalier/domain/forecast'
import type { ProjectClient } from '@espalier/sync'
import { type Cell, createCell } from '../../platform/cell.ts'
import { clock } from '../../platform/timing.ts'
import type { TransitionLog } from './transition-log.ts'
import { toSchedulable } from '../schedule/project-schedule.ts'
import { listUncountedStageIds } from '../workspace/derived-model.ts'

export interface ProjectForecast {
  /** Failed: the browser cannot compute it, as one without the SIMD instructions of WebAssembly. */
  readonly forecast: WorkForecast | { readonly kind: 'failed' }
  /** The number of each node in the forecast. */
  readonly numbers: ReadonlyMap<NodeId, number>
}

export interface ForecastRunner {
  /** Null until the first forecast is there. */
  readonly result: Cell<ProjectForecast | null>
  /** Computes what is requested until the returned function is called. */
  start(): () => void
  /** Computes the forecast again, soon. */
  request(log: TransitionLog): void
}

/** While people edit, a forecast is computed at most this often. */
const restMs = 3_000

const failed: ProjectForecast = { forecast: { kind: 'failed' }, numbers: new Map() }

/** Computes forecasts of a project in a worker, one after the other, as long as somebody shows them. */
export function createForecastRunner(client: ProjectClient): ForecastRunner {
  const result = createCell<ProjectForecast | null>(null)
  const loop = createForecastLoop<TransitionLog, ProjectForecast>({
    restMs,
    async compute(log, forecast) {
      const nodes = listForecastNodes(client)
      const project = packProject(nodes, log.entries, clock.now())
      return { forecast: await forecast(project), numbers: new Map(nodes.map(({ id }, at) => [id, at])) }
    },
    publish: (computed) => result.set(computed ?? failed),
  })
  return { result, ...loop }
}

interface ForecastLoopOptions<Log, Result> {
  /** The pause after each computation. */
  readonly restMs: number
  compute(log: Log, forecast: (project: PackedProject) => Promise<WorkForecast>): Promise<Result>
  /** Null: it could not be computed. `isOutdated`: something newer was requested meanwhile. */
  publish(result: Result | null, isOutdated: boolean): void
}

/** Computes what was requested last, one computation at a time with a pause after each, in a worker. */
export function createForecastLoop<Log, Result>({
  restMs: pauseMs,
  compute,
  publish,
}: ForecastLoopOptions<Log, Result>) {
  const computer = createForecastComputer()
  let wanted: Log | null = null
  let isBusy = false
  let timer = 0
  let isStopped = true

  async function run(): Promise<void> {
    if (wanted === null || isBusy || isStopped) return
    isBusy = true
    const log = wanted
    wanted = null
    const result = await compute(log, computer.forecast).catch(() => null)
    if (isStopped) return
    publish(result, wanted !== null)
    timer = window.setTimeout(() => {
      isBusy = false
      void run()
    }, pauseMs)
  }

  return {
    start() {
      isStopped = false
      isBusy = false
      return () => {
        isStopped = true
        window.clearTimeout(timer)
        computer.stop()
      }
    },
    request(log: Log) {
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

/** The worker is started at the first forecast and kept until the end. After an error the next forecast gets a new one. */
function createForecastComputer() {
  let worker: Worker | null = null
  const stop = () => {
    worker?.terminate()
    worker = null
  }
  return {
    async forecast(project: PackedProject): Promise<WorkForecast> {
      worker ??= new Worker(new URL('./forecast-worker.ts', import.meta.url), { type: 'module' })
      const asked = worker
      return new Promise((resolve, reject) => {
        const fail = () => {
          if (worker === asked) stop()
          reject(new Error('The forecast failed'))
        }
        asked.addEventListener('message', ({ data }: MessageEvent<WorkForecast>) => resolve(data), { once: true })
        asked.addEventListener('error', fail, { once: true })
        asked.postMessage(project, listBuffers(project))
      })
    },
    stop,
  }
}
