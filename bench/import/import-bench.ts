import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { hasBuiltPage } from '../canvas/page-server.ts'
import { launchBrowser, viewport } from '../canvas/browser.ts'
import { type Product, startProduct } from '../canvas/product.ts'
import type { Figure } from '../figure.ts'

const nodes = 10_000
const formats = ['markdown', 'opml', 'freemind', 'espalier'] as const
const limitMs = { out: 2_000, in: 10_000 } as const

interface Measured {
  readonly format: string
  readonly outMs: number
  readonly inMs: number
  readonly hasProgress: boolean
  readonly count: number
}

/** A project of 10,000 nodes out of the product's page and in again, as a person would: by the dialog and the list. */
export async function imports(): Promise<Figure[]> {
  if (!hasBuiltPage()) throw new Error('the page is not built: run `npm run build`, or the bench by `npm run bench`')
  const product = await startProduct([nodes])
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport, acceptDownloads: true })
    await context.addCookies(cookiesOf(product))
    const page = await context.newPage()
    const measured: Measured[] = []
    for (const format of formats) measured.push(await measure(page, product, format))
    return measured.flatMap(figuresOf)
  } finally {
    await browser.close()
    await product.stop()
  }
}

const cookiesOf = ({ cookie, url }: Product) =>
  cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })

async function openTree(page: Page): Promise<void> {
  await page.locator('[data-canvas][data-ready="true"]').waitFor({ timeout: 60_000 })
}

async function measure(page: Page, product: Product, format: string): Promise<Measured> {
  await page.goto(`${product.url}/tree/${product.projectOf(nodes).id}`)
  await openTree(page)
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByLabel('Format').selectOption(format)
  const saving = page.waitForEvent('download')
  const asked = performance.now()
  await page.getByRole('button', { name: 'Download' }).click()
  const download = await saving
  const outMs = performance.now() - asked
  const path = await download.path()

  await page.goto(`${product.url}/projects`)
  await page.getByRole('button', { name: 'Import file' }).waitFor()
  const progress = page.getByRole('progressbar').waitFor({ timeout: 60_000 })
  const hasProgress = progress.then(
    () => true,
    () => false,
  )
  const given = performance.now()
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: download.suggestedFilename(), mimeType: '', buffer: await readFile(path) })
  await page.waitForURL('**/tree/**', { timeout: 60_000 })
  await openTree(page)
  const inMs = performance.now() - given
  const count = Number(await page.locator('[data-canvas]').getAttribute('data-nodes'))
  return { format, outMs, inMs, count, hasProgress: inMs < 1_500 || (await settled(hasProgress)) }
}

/** Whether it has been seen by now. */
const settled = (seen: Promise<boolean>): Promise<boolean> => Promise.race([seen, Promise.resolve(false)])

function figuresOf({ format, outMs, inMs, hasProgress, count }: Measured): Figure[] {
  const isWhole = count >= nodes
  return [
    {
      name: `${format}: ${nodes} nodes out, from the button to the file`,
      value: `${outMs.toFixed(0)} ms`,
      limit: `${limitMs.out} ms`,
      holds: outMs < limitMs.out,
    },
    {
      name: `${format}: ${nodes} nodes in, from the file to the painted project`,
      value: `${inMs.toFixed(0)} ms${hasProgress ? '' : ', without progress'}${isWhole ? '' : `, ${count} nodes`}`,
      limit: `${limitMs.in} ms, progress shown`,
      holds: inMs < limitMs.in && hasProgress && isWhole,
    },
  ]
}
