import type { Page } from 'playwright-core'
import type { Driver } from './driver.ts'
import type { GivenMap } from './map-subject.ts'

/** Drives a page of the bench: a peer through its own interface, or a limit. */
export async function drivePage(page: Page, address: string, map: GivenMap): Promise<Driver> {
  await page.goto(address)
  const parents = new Set(map.nodes.map(({ parentId }) => parentId))
  const leaves = map.nodes.map(({ id }) => id).filter((id) => !parents.has(id))
  const zoomStepPx = await page.evaluate(() => window.stage.zoomStepPx)
  return {
    zoomStepPx,
    load: () => page.evaluate((count) => window.stage.load(count), map.nodes.length),
    open: () => page.evaluate(() => window.stage.open()),
    rootBox: () =>
      page.evaluate(() => {
        const box = window.stage.rootBox()
        return box && { left: box.left, width: box.width }
      }),
    async leafInView() {
      if (leaves.length > 0) await page.evaluate((ids) => window.stage.keepLeaves(ids), leaves.splice(0))
      return page.evaluate(() => window.stage.leafInView())
    },
    beforeAdd: async () => {},
    addChild: (leafId) => page.evaluate((id) => window.stage.addChild(id), leafId),
    beforeRename: async () => {},
    rename: (leafId) => page.evaluate((id) => window.stage.rename(id), leafId),
  }
}
