import type { Browser } from 'playwright-core'
import type { BenchOptions, Measured } from '../bench.ts'
import { launchBrowser, requireBrowser, viewport } from '../canvas/browser.ts'
import { type CellResult, measureCell, withGaps } from '../canvas/measure-cell.ts'
import { type PageServer, servePages } from '../canvas/page-server.ts'
import { Probe } from '../canvas/probe.ts'
import { driveProduct } from '../canvas/product-driver.ts'
import { type Product, startProduct } from '../canvas/product.ts'
import { median, type Figure } from '../figure.ts'
import { count, shortMs } from '../report.ts'
import { prepareCommit, startEarlierProduct } from './earlier-product.ts'
import { measureFiles } from './files-in-turns.ts'
import { measureServers, type Turns } from './server-in-turns.ts'

const mostTimes = 1.1
const defaults = { size: 10_000, rounds: 9 }

const read = {
  'opening, CPU of the main thread': ({ open }: CellResult) => open.cpuMs,
  'opening, from the address to `canvas-ready`': ({ open }: CellResult) => open.addressMs ?? Number.NaN,
  'JavaScript heap in MB': ({ heapMb }: CellResult) => heapMb,
  'a step of panning, CPU of the main thread': ({ pan }: CellResult) => pan.cpuPerStep,
  'panning, p95 frame': ({ pan }: CellResult) => pan.p95,
  'a step of zooming, CPU of the main thread': ({ zoom }: CellResult) => zoom.cpuPerStep,
  'zooming, p95 frame': ({ zoom }: CellResult) => zoom.p95,
  'adding a child, from the key to the picture': ({ add }: CellResult) => add.ms,
  'adding a child, CPU of the main thread': ({ add }: CellResult) => add.cpuMs,
  'renaming, from the key to the picture': ({ rename }: CellResult) => rename.ms,
  'renaming, CPU of the main thread': ({ rename }: CellResult) => rename.cpuMs,
} as const

const partNames = ['page', 'server', 'files'] as const

/**
 * Compares the product with that of an earlier commit, in turns of one run. `--commit=f7604f5b` names it. With
 * `--later=ab71035b` that commit is compared instead of today's product.
 */
export async function besideEarlier({ isQuick, args, log }: BenchOptions): Promise<Measured> {
  const option = (name: string): string | undefined =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const commit = option('commit')
  if (commit === undefined) throw new Error('name the earlier commit: --commit=f7604f5b')
  requireBrowser()
  const size = Number(option('sizes') ?? defaults.size)
  const rounds = Number(option('rounds') ?? (isQuick ? 3 : defaults.rounds))
  const parts = option('parts')?.split(',') ?? partNames
  const later = option('later')
  const folder = prepareCommit(commit, log)
  const laterFolder = later === undefined ? null : prepareCommit(later, log)
  const pages = await servePages([], new Map())
  const products: Product[] = []
  const browser = await launchBrowser()
  try {
    products.push(await startEarlierProduct(folder, [size]))
    products.push(await (laterFolder === null ? startProduct([size]) : startEarlierProduct(laterFolder, [size])))
    const figures: Figure[] = []
    const turnFigures = (turns: readonly Turns[]) => turns.map((one) => toTurnFigure(one, commit, size))
    if (parts.includes('server')) figures.push(...turnFigures(await measureServers(products, size, isQuick, log)))
    if (parts.includes('files')) figures.push(...turnFigures(await measureFiles(browser, products, size, rounds, log)))
    if (parts.includes('page')) {
      const [earlier = [], now = []] = await measurePages({ browser, pages, products, size, rounds, log })
      for (const [name, pick] of Object.entries(read)) figures.push(toFigure(name, commit, size, earlier, now, pick))
    }
    return { figures }
  } finally {
    await browser.close()
    pages.stop()
    await Promise.all(products.map((product) => product.stop()))
  }
}

interface PageTurns {
  readonly browser: Browser
  readonly pages: PageServer
  readonly products: readonly Product[]
  readonly size: number
  readonly rounds: number
  log(what: string): void
}

async function measurePages({ browser, pages, products, size, rounds, log }: PageTurns): Promise<CellResult[][]> {
  const results: CellResult[][] = products.map(() => [])
  for (let round = 0; round < rounds; round += 1) {
    const order = products.map((product, at) => [product, at] as const)
    for (const [product, at] of round % 2 === 0 ? order : order.toReversed()) {
      const result = await measureIn(browser, pages, product, size)
      results[at]?.push(result)
      log(`round ${round + 1}: ${at === 0 ? 'earlier' : 'now'} ${describe(result)}`)
    }
  }
  return results
}

async function measureIn(browser: Browser, pages: PageServer, product: Product, size: number): Promise<CellResult> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  try {
    await context.addInitScript({ content: pages.eye })
    const page = await context.newPage()
    const driver = await driveProduct(page, pages.watch, product, product.projectOf(size))
    const cell: Partial<CellResult> = {}
    await measureCell(driver, await Probe.attach(page), cell)
    return withGaps(cell)
  } finally {
    await context.close()
  }
}

const describe = (result: CellResult): string =>
  Object.values(read)
    .map((pick) => shortMs(pick(result)))
    .join(' ')

function toFigure(
  name: string,
  commit: string,
  size: number,
  earlier: readonly CellResult[],
  now: readonly CellResult[],
  pick: (result: CellResult) => number,
): Figure {
  return compare(name, commit, size, median(earlier.map(pick)), median(now.map(pick)))
}

function toTurnFigure({ name, ms, summarize }: Turns, commit: string, size: number): Figure {
  const [before = Number.NaN, after = Number.NaN] = ms.map(summarize)
  return compare(name, commit, size, before, after)
}

function compare(name: string, commit: string, size: number, before: number, after: number): Figure {
  const times = after / before
  return {
    name: `${count(size)} nodes beside ${commit}: ${name}`,
    measured: `${shortMs(after)}, ${times.toFixed(2)} times`,
    peer: `${commit}: ${shortMs(before)}`,
    limit: `${mostTimes} times`,
    holds: times <= mostTimes,
  }
}
