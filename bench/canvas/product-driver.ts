import type { Page } from 'playwright-core'
import { browserCookies } from '../cookies.ts'
import type { Driver } from './driver.ts'
import type { Product, Project } from './product.ts'

/** Makes each title unique: the project is the same in every repetition, and an existing title would change nothing. */
let renames = 0

/**
 * Drives the product's own page by mouse and keyboard like a person. `watch` is the script that reports the results.
 */
export async function driveProduct(page: Page, watch: string, product: Product, project: Project): Promise<Driver> {
  const rootId = project.map.nodes[0]?.id ?? ''
  await page.context().addCookies(browserCookies(product.cookie, product.url))
  await page.addInitScript({ content: `${watch};window.watch.opening(${JSON.stringify(rootId)})` })
  renames += 1
  const newTitle = `Named anew ${renames}`
  const editor = page.getByRole('textbox', { name: 'Node title' })
  return {
    worksLater: true,
    // 30 steps lead from 100% to about 25%.
    zoomStepPx: 4.6,
    load: async () => {},
    async open() {
      await page.goto(`${product.url}/tree/${project.id}`, { waitUntil: 'commit' })
      const painted = await page.evaluate(() => window.watch.seen())
      const marks = await page.evaluate(() => ({
        marksMs: window.watch.marksMs(),
        addressMs: window.watch.addressMs(),
      }))
      return { ...painted, ...marks }
    },
    rootBox: () =>
      page.evaluate((id) => {
        const box = document.querySelector(`[data-node-id="${id}"]`)?.getBoundingClientRect()
        return box ? { left: box.left, width: box.width } : null
      }, rootId),
    leafInView: () => page.evaluate(() => window.watch.leafInView()),
    beforeAdd: (leafId) => select(page, leafId),
    async addChild() {
      await page.evaluate(() => window.watch.adding())
      await page.keyboard.press('Tab')
      return page.evaluate(() => window.watch.seen())
    },
    async beforeRename(leafId) {
      await editor.waitFor()
      await page.keyboard.type('Added')
      await page.keyboard.press('Enter')
      await editor.waitFor({ state: 'detached' })
      await select(page, leafId)
      await page.keyboard.press('F2')
      await editor.waitFor()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type(newTitle)
    },
    async rename(leafId) {
      await page.evaluate(([id, title]) => window.watch.renaming(id, title), [leafId, newTitle] as const)
      await page.keyboard.press('Enter')
      return page.evaluate(() => window.watch.seen())
    },
  }
}

async function select(page: Page, id: string): Promise<void> {
  await page.locator(`[data-node-id="${id}"]`).click()
  await page.locator(`[data-node-id="${id}"][aria-selected="true"]`).waitFor()
}
