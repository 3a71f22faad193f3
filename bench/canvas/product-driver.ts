import type { Page } from 'playwright-core'
import type { Driver } from './driver.ts'
import type { Painted } from './page/eye.ts'
import type { Product, Project } from './product.ts'

declare global {
  interface Window {
    /** What was last asked to be watched for. */
    watched: Promise<Painted>
  }
}

/** The product's own page, by mouse and keyboard as a person uses it. */
export async function driveProduct(page: Page, product: Product, project: Project): Promise<Driver> {
  const rootId = project.map.nodes[0]?.id ?? ''
  const cookies = product.cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: product.url }
  })
  await page.context().addCookies(cookies)
  await page.addInitScript(watchOpening, rootId)
  return {
    // 30 steps lead from 100% to about 25%.
    zoomStepPx: 4.6,
    load: async () => {},
    async open() {
      await page.goto(`${product.url}/tree/${project.id}`, { waitUntil: 'commit' })
      const painted = await page.evaluate(() => window.watched)
      const marksMs = await page.evaluate(() => {
        const [from] = performance.getEntriesByName('nodes-received')
        const [to] = performance.getEntriesByName('canvas-ready')
        return (to?.startTime ?? Number.NaN) - (from?.startTime ?? Number.NaN)
      })
      return { ...painted, marksMs }
    },
    rootBox: () =>
      page.evaluate((id) => {
        const box = document.querySelector(`[data-node-id="${id}"]`)?.getBoundingClientRect()
        return box ? { left: box.left, width: box.width } : null
      }, rootId),
    leafInView: () => page.evaluate(leafInView),
    beforeAdd: (leafId) => select(page, leafId),
    async addChild() {
      await page.evaluate(watchAdded)
      await page.keyboard.press('Tab')
      return page.evaluate(() => window.watched)
    },
    async beforeRename(leafId) {
      await page.getByRole('textbox', { name: 'Node title' }).waitFor()
      await page.keyboard.type('Added')
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Node title' }).waitFor({ state: 'detached' })
      await select(page, leafId)
      await page.keyboard.press('F2')
      await page.getByRole('textbox', { name: 'Node title' }).waitFor()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Named anew')
    },
    async rename(leafId) {
      await page.evaluate(watchRenamed, leafId)
      await page.keyboard.press('Enter')
      return page.evaluate(() => window.watched)
    },
  }
}

async function select(page: Page, id: string): Promise<void> {
  await page.locator(`[data-node-id="${id}"]`).click()
  await page.locator(`[data-node-id="${id}"][aria-selected="true"]`).waitFor()
}

/** From the mark `nodes-received` until the canvas calls itself ready and its root is seen, and two frames more. */
function watchOpening(rootId: string): void {
  const mark = performance.mark.bind(performance)
  const isSeen = () =>
    document.querySelector('[data-canvas][data-ready="true"]') !== null &&
    window.eye.isInView(document.querySelector(`[data-node-id="${rootId}"]`))
  window.watched = new Promise((resolve) => {
    performance.mark = (name, options) => {
      const entry = mark(name, options)
      const [received] = performance.getEntriesByName('nodes-received')
      if (name === 'canvas-ready')
        queueMicrotask(() => resolve(window.eye.untilPainted(received?.startTime ?? Number.NaN, isSeen)))
      return entry
    }
  })
}

function leafInView(): string | null {
  const leaves = [...document.querySelectorAll<HTMLElement>('[data-node-id]:not([aria-expanded])')]
  return window.eye.nearestToMiddle(leaves.map((element) => [element.dataset['nodeId'] ?? '', element] as const))
}

function watchAdded(): void {
  const before = new Set(document.querySelectorAll('[data-node-id]'))
  const isSeen = () => {
    const drawn = [...document.querySelectorAll('[data-node-id]')]
    return drawn.some((element) => !before.has(element) && window.eye.isInView(element))
  }
  window.watched = new Promise((resolve) => {
    window.eye.onKey('Tab', (start) => resolve(window.eye.untilPainted(start, isSeen)))
  })
}

/** The box with its new title, no longer its editor. */
function watchRenamed(id: string): void {
  const isSeen = () => {
    const element = document.querySelector(`[data-node-id="${id}"]`)
    const isNamed = element?.textContent?.includes('Named anew') === true
    return isNamed && document.querySelector('[role="textbox"][aria-label="Node title"]') === null
  }
  window.watched = new Promise((resolve) => {
    window.eye.onKey('Enter', (start) => resolve(window.eye.untilPainted(start, isSeen)))
  })
}
