import type { Browser, BrowserContext } from 'playwright-core'
import { launchBrowser, viewport } from './browser.ts'
import type { Cell } from './canvas-run.ts'
import type { Driver } from './driver.ts'
import { measureCell, measureOpening, withGaps, type CellResult } from './measure-cell.ts'
import { medians } from './medians.ts'
import { drivePage } from './page-driver.ts'
import type { PageServer } from './page-server.ts'
import { isAskedFor, type Plan } from './plan.ts'
import { Probe } from './probe.ts'
import { driveProduct } from './product-driver.ts'
import type { Product } from './product.ts'
import type { Subject } from './subjects.ts'

const limitMs = 60_000
/** A peer's cell as slow as this is not repeated, and larger ones are not tried: the whole would take hours. */
const slowMs = 25_000
/** An opening that takes a few frames swings by one of them: it is measured oftener than what takes seconds. */
const quickOpening = { ms: 1_000, more: 2 }

interface Running {
  readonly subject: Subject
  readonly size: number
  readonly results: CellResult[]
  /** Slow beyond measure: nothing more is asked of it. */
  isOver: boolean
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
      .map((subject) => ({ subject, size, results: [], isOver: false, trouble: null })),
  )
  let browser = await launchBrowser()
  const version = browser.version()
  try {
    for (let round = 0; round < plan.repetitions; round += 1) {
      for (const cell of running) {
        giveUpIfSlowBefore(running, cell)
        if (cell.isOver) continue
        const hasHung = await runCell(browser, cell, pages, product)
        process.stderr.write(`canvas ${round + 1}/${plan.repetitions}: ${toldOf(cell)}\n`)
        if (!hasHung) continue
        // A page that never yields cannot be closed; its browser can.
        await browser.close()
        browser = await launchBrowser()
      }
    }
  } finally {
    await browser.close()
  }
  return { cells: running.map(settled), browser: version }
}

const toldOf = ({ subject, size, results, trouble }: Running) =>
  `${size} ${subject.name} ${results.at(-1)?.open.ms.toFixed(0) ?? '-'} ms ${trouble ?? ''}`

function giveUpIfSlowBefore(running: readonly Running[], cell: Running): void {
  const slow = running.find(({ subject, size, isOver }) => subject === cell.subject && size < cell.size && isOver)
  if (!slow || cell.isOver) return
  cell.isOver = true
  cell.trouble = `not tried: ${slow.size} nodes: ${slow.trouble?.replace(/^not tried: .*nodes: /, '')}`
}

/** Whether it had to be given up. */
async function runCell(browser: Browser, cell: Running, pages: PageServer, product: Product): Promise<boolean> {
  const { result, ended, seconds } = await inPageOfItsOwn(browser, (context, kept) =>
    measureIn(context, cell, pages, product, (driver, probe) => measureCell(driver, probe, kept)),
  )
  if (ended !== 'done') cell.trouble = ended === 'late' ? `over ${limitMs / 1000} s` : ended
  else if (seconds * 1000 > slowMs) cell.trouble = `took ${seconds.toFixed(0)} s`
  cell.isOver = seconds * 1000 > slowMs && cell.subject.kind === 'peer'
  if (result) cell.results.push(result)
  for (
    let more = 0;
    ended === 'done' && result && result.open.ms < quickOpening.ms && more < quickOpening.more;
    more += 1
  ) {
    const again = await inPageOfItsOwn(browser, (context, kept) =>
      measureIn(context, cell, pages, product, (driver, probe) => measureOpening(driver, probe, kept)),
    )
    if (again.result) cell.results.push(again.result)
    if (again.ended === 'late') return true
  }
  return ended === 'late'
}

async function inPageOfItsOwn(
  browser: Browser,
  measure: (context: BrowserContext, kept: Partial<CellResult>) => Promise<void>,
): Promise<{ result: CellResult | null; ended: string; seconds: number }> {
  const kept: Partial<CellResult> = {}
  const start = performance.now()
  const context = await browser.newContext({ viewport })
  const ended = await endOf(measure(context, kept))
  const seconds = (performance.now() - start) / 1000
  if (ended !== 'late') await context.close()
  return { result: kept.open ? withGaps(kept) : null, ended, seconds }
}

/** `done`, `late`, or the first line of what went wrong. */
async function endOf(work: Promise<void>): Promise<string> {
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
  { subject, size }: Running,
  pages: PageServer,
  product: Product,
  measure: (driver: Driver, probe: Probe) => Promise<void>,
): Promise<void> {
  await context.addInitScript({ content: pages.eye })
  const page = await context.newPage()
  const driver =
    subject.kind === 'product'
      ? await driveProduct(page, pages.watch, product, product.projectOf(size))
      : await drivePage(page, pages.addressOf(subject), product.projectOf(size).map)
  await measure(driver, await Probe.attach(page))
}

function settled({ subject, size, results, trouble }: Running): Cell {
  const [first, ...others] = results
  return { subject, size, result: first ? medians([first, ...others]) : null, runs: results.length, trouble }
}
