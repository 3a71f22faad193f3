import type { Page } from 'playwright-core'
import { launchBrowser, requireBrowser, viewport } from './browser.ts'
import type { Driver } from './driver.ts'
import { servePages } from './page-server.ts'
import { Probe } from './probe.ts'
import { driveProduct } from './product-driver.ts'
import { type Product, type Project, startProduct } from './product.ts'

/** The map of one project in a new page. */
export interface OpenedMap {
  readonly page: Page
  readonly driver: Driver
  readonly probe: Probe
}

/** The running product and a browser. */
interface ProductMaps {
  readonly product: Product
  /** Opens a project in a new browser context, which is closed after the measurement. */
  measure<Result>(project: Project, measurement: (opened: OpenedMap) => Promise<Result>): Promise<Result>
}

/** Starts the product with projects of these sizes and a browser, and stops both after the run. */
export async function withProductMaps<Result>(
  sizes: readonly number[],
  run: (maps: ProductMaps) => Promise<Result>,
): Promise<Result> {
  requireBrowser()
  const product = await startProduct(sizes)
  try {
    const pages = await servePages([], new Map())
    const browser = await launchBrowser()
    try {
      return await run({
        product,
        async measure(project, measurement) {
          const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
          try {
            await context.addInitScript({ content: pages.eye })
            const page = await context.newPage()
            const driver = await driveProduct(page, pages.watch, product, project)
            return await measurement({ page, driver, probe: await Probe.attach(page) })
          } finally {
            await context.close()
          }
        },
      })
    } finally {
      await browser.close()
      pages.stop()
    }
  } finally {
    await product.stop()
  }
}
