import { median, type Figure } from '../figure.ts'
import { requirePeers } from '../peer-packages.ts'
import { layoutFigures } from './layout-figures.ts'
import { publishLayout } from './layout-report.ts'
import type { Cell } from './layout-run.ts'
import { bundleCell, runCell, type CellResult, type RenameResult } from './run-cell.ts'

const limitMs = 60_000
const treeSubjects = [
  'limit',
  'layOutTree',
  'Diagram',
  'd3-hierarchy tree()',
  'd3-flextree',
  'non-layered-tidy-tree-layout',
]
const graphSubjects = ['Diagram', 'd3-dag (fast preset)']
/** They take seconds or never end: once is enough. */
const slowGraphSubjects = ['@dagrejs/dagre', 'elkjs layered']

/** Layouts in Node: from the plain input to x and y of every box, warm, each cell in a process of its own. */
export async function layout(): Promise<Figure[]> {
  requirePeers()
  await bundleCell()
  const isQuick = process.argv.includes('--quick')
  const treeSizes = isQuick ? [1_000, 100_000] : [1_000, 10_000, 100_000]
  const graphSizes = isQuick ? [10_000] : [1_000, 10_000]
  const plans = [
    ...treeSizes.flatMap((size) => treeSubjects.map((subject) => ({ kind: 'tree' as const, subject, size }))),
    ...graphSizes.flatMap((size) => graphSubjects.map((subject) => ({ kind: 'graph' as const, subject, size }))),
  ]
  const slow = isQuick
    ? []
    : graphSizes.flatMap((size) => slowGraphSubjects.map((subject) => ({ kind: 'graph' as const, subject, size })))
  const cells = [...(await repeated(plans, isQuick ? 1 : 3)), ...(await repeated(slow, 1))]
  const renames = await runCell<RenameResult>('renames', '', 10_000, limitMs)
  if (!renames) throw new Error('the renames did not finish')
  const run = { cells, renames }
  const figures = layoutFigures(run)
  publishLayout(run, figures, !isQuick)
  return figures
}

/** Repetitions outermost: a slow minute of the machine slows one repetition of all, not all of one. */
async function repeated(plans: readonly Omit<Cell, 'result'>[], rounds: number): Promise<Cell[]> {
  const seen = new Map<(typeof plans)[number], (CellResult | null)[]>(plans.map((plan) => [plan, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [plan, results] of seen) {
      process.stderr.write(`layout ${round + 1}/${rounds}: ${plan.kind} ${plan.size} ${plan.subject}\n`)
      if (!results.includes(null)) results.push(await runCell(plan.kind, plan.subject, plan.size, limitMs))
    }
  }
  return plans.map((plan) => ({ ...plan, result: middleOf(seen.get(plan) ?? []) }))
}

function middleOf(results: readonly (CellResult | null)[]): CellResult | null {
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
