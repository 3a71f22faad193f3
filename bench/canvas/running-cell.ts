import type { Browser, BrowserContext } from 'playwright-core'
import { viewport } from './browser.ts'
import type { Cell } from './canvas-run.ts'
import { measureCell, measureOpening, withGaps, type CellResult } from './measure-cell.ts'
import { medians } from './medians.ts'
import { drivePage } from './page-driver.ts'
import type { PageServer } from './page-server.ts'
import { Probe } from './probe.ts'
import { driveProduct } from './product-driver.ts'
import type { Product } from './product.ts'
import type { Subject } from './subjects.ts'

const limitMs = 60_000

/** One subject at one size, and its results so far. */
export interface RunningCell {
  readonly subject: Subject
  readonly size: number
  readonly results: CellResult[]
  /** The number of results that are of an opening alone. */
  openings: number
  /** The duration of the last complete measurement. */
  seconds: number
  trouble: string | null
}

export const newCell = (subject: Subject, size: number): RunningCell => ({
  subject,
  size,
  results: [],
  openings: 0,
  seconds: 0,
  trouble: null,
})

/** All measurements of a subject, or its opening alone. */
export type Extent = 'whole' | 'opening'

export interface Scene {
  readonly pages: PageServer
  readonly product: Product
}

/** Measures a cell once more in a separate page. Returns whether it hung and had to be given up. */
export async function measureOnce(
  browser: Browser,
  cell: RunningCell,
  extent: Extent,
  scene: Scene,
): Promise<{ hasHung: boolean }> {
  const cellResults: Partial<CellResult> = {}
  const start = performance.now()
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  const ended = await waitForEnd(measureIn(context, cell, extent, scene, cellResults))
  const seconds = (performance.now() - start) / 1000
  if (ended !== 'late') await context.close()
  if (ended !== 'done') cell.trouble = ended === 'late' ? `over ${limitMs / 1000} s` : ended
  if (extent === 'whole') cell.seconds = seconds
  if (cellResults.open) {
    cell.results.push(withGaps(cellResults))
    if (extent === 'opening') cell.openings += 1
  }
  return { hasHung: ended === 'late' }
}

/** Resolves to `done`, `late`, or the first line of the error. */
async function waitForEnd(work: Promise<void>): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), limitMs)))
  const done = work.then(
    () => 'done',
    (failure: unknown) => String(failure).split('\n')[0] ?? 'failed',
  )
  const end = await Promise.race([done, late])
  clearTimeout(timer)
  return end
}

async function measureIn(
  context: BrowserContext,
  { subject, size }: RunningCell,
  extent: Extent,
  { pages, product }: Scene,
  results: Partial<CellResult>,
): Promise<void> {
  await context.addInitScript({ content: pages.eye })
  const page = await context.newPage()
  const driver =
    subject.kind === 'product'
      ? await driveProduct(page, pages.watch, product, product.projectOf(size))
      : await drivePage(page, pages.addressOf(subject), product.projectOf(size).map)
  const probe = await Probe.attach(page)
  await (extent === 'whole' ? measureCell(driver, probe, results) : measureOpening(driver, probe, results))
}

export function settled({ subject, size, results, openings, trouble }: RunningCell): Cell {
  const [first, ...others] = results
  const runs = { whole: results.length - openings, openings }
  return { subject, size, result: first ? medians([first, ...others]) : null, runs, trouble }
}
