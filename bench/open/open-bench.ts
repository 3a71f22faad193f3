import { findFreePort } from '@espalier/stand-ins/redis-server.ts'
import type { BenchOptions, Measured } from '../bench.ts'
import { launchBrowser, requireBrowser } from '../canvas/browser.ts'
import { type Product, startProduct } from '../canvas/product.ts'
import { type Child, startChild } from '../child.ts'
import { browserCookies } from '../cookies.ts'
import { requirePeers } from '../peer-packages.ts'
import type { LineOrder } from './line-process.ts'
import { openFigures } from './open-figures.ts'
import { barLineMs, type OpenPlan, openPlanFrom } from './open-plan.ts'
import { openDetails } from './open-report.ts'
import { createOpenCells, type OpenRun } from './open-run.ts'
import { serveOpenPages, watchScripts } from './pages.ts'
import { storePage, type VisitAgain, type Visiting, visitFirst, visitTwice } from './visits.ts'

/** Measures what a person waits for: from the address to the painted plan, on lines of several lengths. */
export async function open({ args, log }: BenchOptions): Promise<Measured> {
  requireBrowser()
  const plan = openPlanFrom(args)
  if (plan.peers.length > 0) requirePeers()
  const lines = startChild('./open/line-process.ts')
  try {
    const serverPort = await findFreePort()
    const productPort = await lines.ask<number>(openOrder(serverPort))
    const settings = { PORT: `${serverPort}`, WEB_URL: `http://localhost:${productPort}` }
    const product = await startProduct(plan.sizes, settings)
    try {
      const run = await measure(plan, { product, productPort, lines }, log)
      return { figures: openFigures(run), details: openDetails(run) }
    } finally {
      await product.stop()
    }
  } finally {
    await lines.end()
  }
}

const openOrder = (serverPort: number): LineOrder => ({ kind: 'open', serverPort })

interface Stage {
  readonly product: Product
  readonly productPort: number
  readonly lines: Child
}

async function measure(plan: OpenPlan, stage: Stage, log: (what: string) => void): Promise<OpenRun> {
  const { product, productPort, lines } = stage
  const maps = new Map(plan.sizes.map((size) => [size, product.projectOf(size).map]))
  const pages = await serveOpenPages(plan.peers, maps)
  const browser = await launchBrowser()
  const stored = new Map<number, VisitAgain>()
  try {
    const pagesPort = await lines.ask<number>(openOrder(pages.port))
    const visiting: Visiting = {
      browser,
      lines,
      script: await watchScripts(),
      cookies: browserCookies(product.cookie, product.url),
    }
    const cells = createOpenCells()
    const began = performance.now()
    const hasTime = () => performance.now() - began < plan.budgetMs
    const setLine = (roundTripMs: number) => lines.ask({ kind: 'set', roundTripMs } satisfies LineOrder)

    const visitOurs = async (size: number, line: number): Promise<void> => {
      const url = `${product.url}/tree/${product.projectOf(size).id}`
      const results = await visitTwice(visiting, { url, port: productPort })
      for (const [at, visit] of (['cold', 'warm'] as const).entries()) {
        const ours = results[at]
        if (!ours) throw new Error(`the plan of ${size} nodes was not painted in time (${visit}, ${line} ms)`)
        cells.add({ subject: 'espalier', size, line, visit }, ours)
        const limitUrl = `http://localhost:${pagesPort}/limit.html?bytes=${ours.bytes}`
        const limit = await visitFirst(visiting, { url: limitUrl, port: pagesPort })
        if (limit) cells.add({ subject: 'limit', size, line, visit }, limit)
      }
      const visitAgain = stored.get(size) ?? (await storePage(visiting, { url, port: productPort }))
      stored.set(size, visitAgain)
      const again = await visitAgain()
      if (!again) throw new Error(`the stored plan of ${size} nodes was not painted in time (${line} ms)`)
      cells.add({ subject: 'espalier', size, line, visit: 'stored' }, again)
    }
    const visitPeer = async (subject: string, size: number, line: number): Promise<void> => {
      const url = `http://localhost:${pagesPort}/${subject}.html?nodes=${size}`
      const results = await visitTwice(visiting, { url, port: pagesPort })
      for (const [at, visit] of (['cold', 'warm'] as const).entries()) {
        const theirs = results[at]
        if (theirs) cells.add({ subject, size, line, visit }, theirs)
      }
    }
    const eachCell = async (wanted: readonly number[], act: (size: number, line: number) => Promise<void>) => {
      for (const line of wanted) {
        await setLine(line)
        for (const size of plan.sizes) if (hasTime()) await act(size, line)
      }
    }
    const peersOn = (wanted: readonly number[]) =>
      eachCell(wanted, async (size, line) => {
        for (const peer of plan.peers) if (hasTime()) await visitPeer(peer, size, line)
      })

    for (let round = 0; round < plan.rounds; round += 1) {
      log(`round ${round + 1} of ${plan.rounds}`)
      await eachCell(plan.lines, visitOurs)
      if (round === 0) await peersOn(plan.lines.filter((line) => line === barLineMs))
    }
    log('the peers on the other lines')
    await peersOn(plan.lines.filter((line) => line !== barLineMs))
    if (!hasTime()) log('the time was over before everything was measured')
    return { at: cells.at, sizes: plan.sizes, lines: plan.lines, subjects: ['limit', 'espalier', ...plan.peers] }
  } finally {
    await browser.close()
    pages.stop()
  }
}
