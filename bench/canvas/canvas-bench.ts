import type { Figure } from '../figure.ts'
import { requirePeers } from '../peer-packages.ts'
import { canvasFigures } from './canvas-figures.ts'
import { publishCanvas } from './canvas-report.ts'
import { hasBuiltPage, servePages } from './page-server.ts'
import { planFrom } from './plan.ts'
import { startProduct } from './product.ts'
import { runCells } from './run-cells.ts'

/** Generated projects in a real browser: the product's own page beside a limit and the peers, in one run. */
export async function canvas(): Promise<Figure[]> {
  if (!hasBuiltPage()) throw new Error('the page is not built: run `npm run build`, or the bench by `npm run bench`')
  requirePeers()
  const plan = planFrom(process.argv)
  const product = await startProduct(plan.sizes)
  try {
    const pages = await servePages(
      plan.subjects,
      new Map(plan.sizes.map((size) => [size, product.projectOf(size).map])),
    )
    try {
      const run = { ...(await runCells(plan, pages, product)), sizes: plan.sizes }
      const figures = canvasFigures(run)
      publishCanvas(run, figures, plan)
      return figures
    } finally {
      pages.stop()
    }
  } finally {
    await product.stop()
  }
}
