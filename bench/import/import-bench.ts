import type { Browser, Page } from 'playwright-core'
import type { BenchOptions, Measured } from '../bench.ts'
import { launchBrowser, requireBrowser, viewport } from '../canvas/browser.ts'
import { type Product, startProduct } from '../canvas/product.ts'
import { browserCookies } from '../cookies.ts'
import type { Figure } from '../figure.ts'
import { requirePeers } from '../peer-packages.ts'
import { count } from '../report.ts'
import { burnUp } from './burn-up.ts'
import { exportFile, untilDrawn } from './export-file.ts'
import { serveInspectorPage } from './inspector-page.ts'
import { pictures } from './pictures.ts'

const whole = { nodes: 10_000, formats: ['markdown', 'opml', 'freemind', 'espalier'] }
const quick = { nodes: 2_000, formats: ['markdown'] }
/** The progress is shown after a second of work; opening the result takes time too. */
const progressFromMs = 2_500
const limitMs = { out: 2_000, in: 10_000 } as const
const names: Record<string, string> = { markdown: 'Markdown', opml: 'OPML', freemind: '.mm', espalier: 'JSON' }

interface Moved {
  readonly format: string
  readonly outMs: number
  readonly inMs: number
  readonly hasProgress: boolean
  readonly nodes: number
  readonly count: number
}

/** Exports a large project from the product's page and imports it again like a person: by the dialog and the list. */
export async function imports({ isQuick, log }: BenchOptions): Promise<Measured> {
  requireBrowser()
  requirePeers()
  const plan = isQuick ? quick : whole
  const counted = burnUp()
  log(`${counted.name}: ${counted.measured}`)
  const product = await startProduct([plan.nodes])
  const browser = await launchBrowser()
  try {
    const page = await openPage(browser, product)
    const figures: Figure[] = []
    for (const format of plan.formats) {
      const moved = await moveOutAndIn(page, product, format, plan.nodes)
      log(`${format} out in ${moved.outMs.toFixed(0)} ms, in again in ${moved.inMs.toFixed(0)} ms`)
      figures.push(...listFigures(moved))
    }
    return { figures: [...figures, counted, ...(await drawn(browser, page, product, plan.nodes, log))] }
  } finally {
    await browser.close()
    await product.stop()
  }
}

export async function openPage(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ viewport, acceptDownloads: true, serviceWorkers: 'block' })
  await context.addCookies(browserCookies(product.cookie, product.url))
  return context.newPage()
}

async function drawn(browser: Browser, page: Page, product: Product, nodes: number, log: BenchOptions['log']) {
  const inspectorPage = await serveInspectorPage()
  try {
    const viewer = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await openProject(page, product, nodes)
    return await pictures(page, viewer, inspectorPage, product.projectOf(nodes), log)
  } finally {
    inspectorPage.stop()
  }
}

export async function openProject(page: Page, product: Product, nodes: number): Promise<void> {
  await page.goto(`${product.url}/tree/${product.projectOf(nodes).id}`)
  await untilDrawn(page)
}

/** Exports a project and imports the file again. */
export async function moveOutAndIn(page: Page, product: Product, format: string, nodes: number): Promise<Moved> {
  await openProject(page, product, nodes)
  const { name, bytes, ms: outMs } = await exportFile(page, format)

  await page.goto(`${product.url}/projects`)
  await page.getByRole('button', { name: 'Import file' }).waitFor()
  const progress = page.getByRole('progressbar').waitFor({ timeout: 60_000 })
  const hasProgress = progress.then(
    () => true,
    () => false,
  )
  const given = performance.now()
  await page.getByLabel('File to import').setInputFiles({ name, mimeType: '', buffer: bytes })
  await page.waitForURL('**/tree/**', { timeout: 60_000 })
  await untilDrawn(page)
  const inMs = performance.now() - given
  const found = Number(await page.locator('[data-canvas]').getAttribute('data-nodes'))
  return {
    format,
    outMs,
    inMs,
    nodes,
    count: found,
    hasProgress: inMs < progressFromMs || (await settled(hasProgress)),
  }
}

/** Tells whether it has been seen by now. */
const settled = (seen: Promise<boolean>): Promise<boolean> => Promise.race([seen, Promise.resolve(false)])

function listFigures({ format, outMs, inMs, hasProgress, nodes, count: found }: Moved): Figure[] {
  const what = `${names[format]}: ${count(nodes)} nodes`
  const faults = [hasProgress ? '' : ', without progress', found >= nodes ? '' : `, ${count(found)} nodes`].join('')
  return [
    {
      name: `${what} out, from the button to the file`,
      measured: `${count(Math.round(outMs))} ms`,
      limit: `${count(limitMs.out)} ms`,
      holds: outMs < limitMs.out,
    },
    {
      name: `${what} in, from the file to the painted project`,
      measured: `${count(Math.round(inMs))} ms${faults}`,
      limit: `${count(limitMs.in)} ms, progress shown`,
      holds: inMs < limitMs.in && faults === '',
      isHighlight: format === 'markdown',
    },
  ]
}
