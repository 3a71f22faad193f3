import type { Browser, BrowserContext } from 'playwright-core'
import { launchBrowser, viewport } from './browser.ts'
import type { Cell } from './canvas-run.ts'
import { measureCell, type CellResult } from './measure-cell.ts'
import { medians } from './medians.ts'
import { drivePage } from './page-driver.ts'
import type { PageServer } from './page-server.ts'
import { isAskedFor, type Plan } from './plan.ts'
import { Probe } from './probe.ts'
import { driveProduct } from './product-driver.ts'
import type { Product } from './product.ts'
import type { Subject } from './subjects.ts'

const limitMs = 60_000
/** A cell as slow as this is not repeated, and larger ones are not tried: the whole would take hours. */
const slowMs = 25_000

interface Running {
  readonly subject: Subject
  readonly size: number
  readonly results: CellResult[]
  trouble: string | null
}

/** Repetitions outermost: a slow minute of the machine slows one repetition of all, not all of one. */
export async function runCells(
  plan: Plan,
  pages: PageServer,
  product: Product,
): Promise<{ cells: Cell[]; browser: string }> {
  const running: Running[] = plan.sizes.flatMap((size) =>
    plan.subjects
      .filter((subject) => isAskedFor(subject, size))
      .map((subject) => ({ subject, size, results: [], trouble: null })),
  )
  let browser = await launchBrowser()
  const version = browser.version()
  for (let round = 0; round < plan.repetitions; round += 1) {
    for (const cell of running) {
      cell.trouble ??= tooSlowBefore(running, cell)
      if (cell.trouble !== null) continue
      const hasHung = await runCell(browser, cell, pages, product)
      process.stderr.write(
        `canvas ${round + 1}/${plan.repetitions}: ${cell.size} ${cell.subject.name} ${toldOf(cell)}\n`,
      )
      if (!hasHung) continue
      // A page that never yields cannot be closed; its browser can.
      await browser.close()
      browser = await launchBrowser()
    }
  }
  await browser.close()
  return { cells: running.map(settled), browser: version }
}

const toldOf = ({ results, trouble }: Running) => trouble ?? `${results.at(-1)?.open.ms.toFixed(0)} ms`

function tooSlowBefore(running: readonly Running[], { subject, size }: Running): string | null {
  const slow = running.find((other) => other.subject === subject && other.size < size && other.trouble !== null)
  return slow ? `not tried: ${slow.size} nodes: ${slow.trouble?.replace(/^not tried: /, '')}` : null
}

/** Whether it had to be given up. */
async function runCell(browser: Browser, cell: Running, pages: PageServer, product: Product): Promise<boolean> {
  const start = performance.now()
  let timer: NodeJS.Timeout | undefined
  const context = await browser.newContext({ viewport })
  const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), limitMs)))
  try {
    const result = await Promise.race([measureIn(context, cell, pages, product), late])
    const took = (performance.now() - start) / 1000
    if (result === 'late') cell.trouble = `over ${limitMs / 1000} s`
    else cell.results.push(result)
    if (result !== 'late' && took * 1000 > slowMs) cell.trouble = `took ${took.toFixed(0)} s`
    if (result === 'late') return true
  } catch (failure) {
    cell.trouble = failure instanceof Error ? (failure.message.split('\n')[0] ?? 'failed') : String(failure)
  } finally {
    clearTimeout(timer)
  }
  await context.close()
  return false
}

async function measureIn(
  context: BrowserContext,
  { subject, size }: Running,
  pages: PageServer,
  product: Product,
): Promise<CellResult> {
  await context.addInitScript({ content: pages.eye })
  const page = await context.newPage()
  const driver =
    subject.kind === 'product'
      ? await driveProduct(page, pages.watch, product, product.projectOf(size))
      : await drivePage(page, pages.addressOf(subject), product.projectOf(size).map)
  return measureCell(driver, await Probe.attach(page))
}

function settled({ subject, size, results, trouble }: Running): Cell {
  const [first, ...others] = results
  return { subject, size, result: first ? medians([first, ...others]) : null, runs: results.length, trouble }
}
