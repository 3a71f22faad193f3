import type { Browser } from 'playwright-core'
import type { Product } from '../canvas/product.ts'
import { median } from '../figure.ts'
import { exportFile } from '../import/export-file.ts'
import { moveOutAndIn, openPage, openProject } from '../import/import-bench.ts'
import type { Turns } from './server-in-turns.ts'

const pictureFormats = ['svg', 'png', 'pdf'] as const

/** Exports a large project from the pages of two products in turns, and imports it again. */
export async function measureFiles(
  browser: Browser,
  products: readonly Product[],
  size: number,
  rounds: number,
  log: (what: string) => void,
): Promise<Turns[]> {
  const turns = new Map<string, number[][]>()
  const add = (name: string, at: number, ms: number) => {
    const lists = turns.get(name) ?? products.map(() => [])
    lists[at]?.push(ms)
    turns.set(name, lists)
  }
  for (let round = 0; round < rounds; round += 1) {
    const order = products.map((product, at) => [product, at] as const)
    for (const [product, at] of round % 2 === 0 ? order : order.toReversed()) {
      const page = await openPage(browser, product)
      const { outMs, inMs } = await moveOutAndIn(page, product, 'markdown', size)
      add('Markdown out, from the button to the file', at, outMs)
      add('Markdown in, from the file to the painted project', at, inMs)
      await openProject(page, product, size)
      for (const format of pictureFormats) {
        const { ms } = await exportFile(page, format)
        add(`${format.toUpperCase()} out, from the button to the file`, at, ms)
      }
      await page.context().close()
    }
    log(`files: round ${round + 1} of ${rounds}`)
  }
  return [...turns].map(([name, ms]) => ({ name, ms, summarize: median }))
}
