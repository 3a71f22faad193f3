import type { BenchOptions, Measured } from '../bench.ts'
import { median } from '../figure.ts'
import { requirePeers } from '../peer-packages.ts'
import { layoutFigures } from './layout-figures.ts'
import { layoutDetails } from './layout-report.ts'
import type { Cell } from './layout-run.ts'
import { bundleCell, runCell, type CellResult, type RenameResult } from './run-cell.ts'

const treeSubjects = [
  'limit',
  'layOutTree',
  'Diagram',
  'd3-hierarchy tree()',
  'd3-flextree',
  'non-layered-tidy-tree-layout',
]
const graphSubjects = ['Diagram', 'd3-dag (fast preset)']
/** They take seconds or never end: once, and not for long, is enough. */
const slowGraphSubjects = ['@dagrejs/dagre', 'elkjs layered']
const limitMs = { usual: 60_000, slow: 20_000 }

const whole = { trees: [1_000, 10_000, 100_000], graphs: [1_000, 10_000], rounds: 3, slow: slowGraphSubjects }
const quick = { trees: [100_000], graphs: [10_000], rounds: 1, slow: [] }

type Planned = Omit<Cell, 'result'>

const planCells = (kind: Cell['kind'], sizes: readonly number[], subjects: readonly string[], ms: number): Planned[] =>
  sizes.flatMap((size) => subjects.map((subject) => ({ kind, subject, size, limitMs: ms })))

/** Measures layouts in Node: from the plain input to x and y of every box, warm, each cell in a separate process. */
export async function layout({ isQuick, log }: BenchOptions): Promise<Measured> {
  requirePeers()
  await bundleCell()
  const plan = isQuick ? quick : whole
  const usual = [
    ...planCells('tree', plan.trees, treeSubjects, limitMs.usual),
    ...planCells('graph', plan.graphs, graphSubjects, limitMs.usual),
  ]
  const slow = planCells('graph', plan.graphs, plan.slow, limitMs.slow)
  const cells = [...(await repeated(usual, plan.rounds, log)), ...(await repeated(slow, 1, log))]
  log('renames')
  const renames = await runCell<RenameResult>('renames', '', 10_000, limitMs.usual)
  if (!renames) throw new Error('the renames did not finish')
  const run = { cells, renames }
  return { figures: layoutFigures(run), details: layoutDetails(run) }
}

/** Repetitions are outermost: a slow minute of the machine slows one repetition of all, not all of one. */
async function repeated(plans: readonly Planned[], rounds: number, log: BenchOptions['log']): Promise<Cell[]> {
  const seen = new Map<Planned, (CellResult | null)[]>(plans.map((plan) => [plan, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [plan, results] of seen) {
      if (results.includes(null)) continue
      const result = await runCell<CellResult>(plan.kind, plan.subject, plan.size, plan.limitMs)
      results.push(result)
      const text = result ? `${result.ms.toFixed(1)} ms` : `more than ${plan.limitMs / 1000} s`
      log(`${round + 1}/${rounds} ${plan.kind} ${plan.size} ${plan.subject} ${text}`)
    }
  }
  return plans.map((plan) => ({ ...plan, result: chooseMedian(seen.get(plan) ?? []) }))
}

function chooseMedian(results: readonly (CellResult | null)[]): CellResult | null {
  const finished = results.filter((result) => result !== null)
  const [one] = finished
  if (!one || finished.length < results.length) return null
  return {
    ...one,
    ms: median(finished.map(({ ms }) => ms)),
    best: Math.min(...finished.map(({ best }) => best)),
    first: median(finished.map(({ first }) => first)),
    runs: finished.reduce((sum, { runs }) => sum + runs, 0),
  }
}
