import type { BenchOptions, Measured } from '../bench.ts'
import { requirePeers } from '../peer-packages.ts'
import { requireBrowser } from './browser.ts'
import { canvasFigures } from './canvas-figures.ts'
import { canvasDetails } from './canvas-report.ts'
import { servePages } from './page-server.ts'
import { planFrom } from './plan.ts'
import { startProduct } from './product.ts'
import { runCells } from './run-cells.ts'

/** Opens generated projects in a real browser: the product's own page beside a limit and the peers, in one run. */
export async function canvas({ args, log }: BenchOptions): Promise<Measured> {
  requireBrowser()
  requirePeers()
  const plan = planFrom(args)
  const product = await startProduct(plan.sizes)
  try {
    const maps = new Map(plan.sizes.map((size) => [size, product.projectOf(size).map]))
    const pages = await servePages(plan.subjects, maps)
    try {
      const run = { cells: await runCells(plan, { pages, product }, log), sizes: plan.sizes }
      return { figures: canvasFigures(run), details: canvasDetails(run, plan) }
    } finally {
      pages.stop()
    }
  } finally {
    await product.stop()
  }
}
