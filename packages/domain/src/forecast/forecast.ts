import { dayMs } from '../core/units.ts'
import { applyCalibration, calibrate, pickQuantile } from './calibration.ts'
import { listModels, type ModelKind, type PaceModel } from './models.ts'
import { createRandom } from './pace.ts'
import { nodeWork, type PackedProject } from './packed-project.ts'
import { simulate } from './simulate.ts'
import { readWorkHistory, type WorkHistory } from './work-history.ts'

export { type ForecastNode, listBuffers, type PackedProject, packProject } from './packed-project.ts'

/** By when half of the simulated futures have ended, and by when 85 of 100 have; milliseconds since 1970. */
export interface EndRange {
  readonly middleMs: number
  readonly lateMs: number
}

/** When the nodes of a project may be done. A branch is the node on top of it. */
export type WorkForecast =
  | { readonly kind: 'done' }
  /** There is no honest answer. */
  | { readonly kind: 'none'; readonly reason: 'too-little' | 'too-far' }
  | {
      readonly kind: 'known'
      readonly model: ModelKind
      readonly futures: number
      readonly whole: EndRange
      /** By the number of the node; NaN: nothing of its branch is open. */
      readonly middles: Float64Array<ArrayBuffer>
      readonly lates: Float64Array<ArrayBuffer>
    }

interface ForecastOptions {
  readonly futures?: number
}

const defaultFutures = 2_000
const shares = { middle: 0.5, late: 0.85 } as const
/** The amounts of work for which the pace is drawn; between them it is interpolated. */
const steps = 48
/** Beyond this a date is no help. */
const farDays = 3_650
/** A model must be this much better than a simpler one, or chance would choose. */
const leastGain = 0.75
const seed = 20_261_117

/** Computes when everything may be done. The same project at the same time always gets the same answer. */
export function forecastWork(project: PackedProject, { futures = defaultFutures }: ForecastOptions = {}): WorkForecast {
  if (!project.work.some(isOpenWork)) return { kind: 'done' }
  const history = readWorkHistory(project)
  if (history === null) return { kind: 'none', reason: 'too-little' }
  const random = createRandom(seed)
  const { model, calibration } = chooseModel(project, history, random)
  const weights = weighOpen(project, model)
  const sum = addUp(weights)
  // Open work that is estimated at nothing still ends, and at once.
  const total = Math.max(sum, Number.EPSILON)
  const amounts = Float64Array.from({ length: steps + 1 }, (_, step) => (total * step) / steps)
  const ends = model.draw(history.days, { amounts, left: total }, futures, random)
  if (ends === null) return { kind: 'none', reason: 'too-little' }
  applyCalibration(ends, futures, calibration)
  const workers = countWorkers(project, history, model)
  const simulated = simulate({ project, weights, total, team: { ends, futures, steps }, workers, random })
  simulated.whole.sort()
  const toMs = (days: number): number => project.nowMs + days * dayMs
  const lateDays = pickQuantile(simulated.whole, shares.late)
  // Also what is not a number is too far.
  if (!(lateDays <= farDays)) return { kind: 'none', reason: 'too-far' }
  const [middles, lates] = simulated.nodes
    .listQuantiles(simulated.hasEnd, [shares.middle, shares.late])
    .map((days) => days.map(toMs)) as [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>]
  return {
    kind: 'known',
    model: model.kind,
    futures,
    whole: { middleMs: toMs(pickQuantile(simulated.whole, shares.middle)), lateMs: toMs(lateDays) },
    middles,
    lates,
  }
}

const isOpenWork = (work: number): boolean => work === nodeWork.todo || work === nodeWork.progress

const addUp = (weights: Float32Array): number => weights.reduce((total, weight) => total + weight, 0)

/** Returns the amount of work of each node that is left; 0 for what is not open. */
function weighOpen({ work }: PackedProject, model: PaceModel): Float32Array {
  const weights = new Float32Array(work.length)
  for (let node = 0; node < work.length; node += 1)
    if (isOpenWork(work[node] as number)) weights[node] = model.weigh(node)
  return weights
}

/** Chooses the model whose forecasts from the past were closest to what happened. */
function chooseModel(project: PackedProject, history: WorkHistory, random: () => number) {
  const tested = listModels(project, history).map((model) => {
    const open = addUp(weighOpen(project, model))
    return { model, calibration: calibrate(model, open, random) }
  })
  return tested.reduce((best, other) => (other.calibration.loss < best.calibration.loss * leastGain ? other : best))
}

/** Returns how many people did the work, those who did little counting for less (inverse Simpson index). */
function countWorkers(
  { assignees, living, people }: PackedProject,
  { finished }: WorkHistory,
  model: PaceModel,
): number {
  const byPerson = new Float64Array(people)
  for (const { node } of finished) {
    if (node >= living) continue
    const [from, to] = [assignees.starts[node] as number, assignees.starts[node + 1] as number]
    for (const person of assignees.values.subarray(from, to))
      byPerson[person] = (byPerson[person] as number) + model.weigh(node) / (to - from)
  }
  const total = byPerson.reduce((all, work) => all + work, 0)
  if (total === 0) return 1
  return 1 / byPerson.reduce((all, work) => all + (work / total) ** 2, 0)
}
