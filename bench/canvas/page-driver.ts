import type { Page } from 'playwright-core'
import type { Driver } from './driver.ts'

/** A page of the bench: a peer through its own interface, or a limit. */
export async function drivePage(page: Page, address: string, size: number): Promise<Driver> {
  await page.goto(address)
  const zoomStepPx = await page.evaluate(() => window.stage.zoomStepPx)
  return {
    zoomStepPx,
    load: () => page.evaluate((count) => window.stage.load(count), String(size)),
    open: () => page.evaluate(() => window.stage.open()),
    rootBox: () =>
      page.evaluate(() => {
        const box = window.stage.rootBox()
        return box && { left: box.left, width: box.width }
      }),
    leafInView: () => page.evaluate(() => window.stage.leafInView()),
    beforeAdd: async () => {},
    addChild: (leafId) => page.evaluate((id) => window.stage.addChild(id), leafId),
    beforeRename: async () => {},
    rename: (leafId) => page.evaluate((id) => window.stage.rename(id), leafId),
  }
}
