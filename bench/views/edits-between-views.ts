import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../canvas/browser.ts'
import type { Product } from '../canvas/product.ts'
import { addEditor, openProject } from '../people.ts'
import { measureSwitch } from './measure-view.ts'
import { selectView, switchTo, viewNames } from './view-peers.ts'

const warmUps = 1
const statuses = ['todo', 'progress', 'done']

/** All ways from one view to another one. */
const pairs = viewNames.flatMap((from) => viewNames.filter((to) => to !== from).map((to) => ({ from, to })))

/**
 * Two people in two browsers: one changes a status by its key in one view, the other looks at another view. Returns the
 * milliseconds from each key to the paint at the other one.
 */
export async function measureEditsBetweenViews(
  product: Product,
  projectId: string,
  nodeId: string,
  editsAPair: number,
): Promise<readonly number[]> {
  const bea = await addEditor(product.url, product.cookie, projectId)
  const browsers: Browser[] = []
  try {
    const open = async (cookie: string): Promise<Page> => {
      const browser = await launchBrowser()
      browsers.push(browser)
      const page = await openProject(browser, product.url, cookie, projectId)
      await page.getByRole('tab', { name: 'Outline' }).waitFor()
      // The selected node is shown by every view that is opened.
      await measureSwitch(page, switchTo('Outline'))
      await page.locator(`[data-node-id="${nodeId}"]`).focus()
      return page
    }
    const [ann, other] = [await open(product.cookie), await open(bea.cookie)]
    for (const page of [ann, other]) await page.getByRole('list', { name: 'People here' }).waitFor()
    const times: number[] = []
    for (const { from, to } of pairs) {
      await measureSwitch(ann, switchTo(from))
      await measureSwitch(other, switchTo(to))
      for (let edit = 0; edit < warmUps + editsAPair; edit += 1) {
        const took = await measureEdit({ page: ann, view: from }, { page: other, view: to }, nodeId)
        if (edit >= warmUps) times.push(took)
      }
    }
    return times
  } finally {
    for (const browser of browsers) await browser.close()
  }
}

interface Side {
  readonly page: Page
  readonly view: string
}

async function measureEdit(from: Side, to: Side, nodeId: string): Promise<number> {
  const item = `${selectView(from.view)} [data-node-id="${nodeId}"][data-status]`
  const shown = `${selectView(to.view)} [data-node-id="${nodeId}"]`
  const status = (await from.page.locator(item).first().getAttribute('data-status')) ?? ''
  // The edit before must have arrived.
  await to.page.locator(`${shown}[data-status="${status}"]`).first().waitFor()
  const next = statuses[(statuses.indexOf(status) + 1) % statuses.length] ?? ''
  await focusItem(from.page, item)
  const pressed = await whenPressed(from.page)
  const painted = await whenPainted(to.page, `${shown}[data-status="${next}"]`)
  await from.page.keyboard.press('Shift+Space')
  const start = await pressed.evaluate(({ at }) => at)
  return (await painted.evaluate(({ at }) => at)) - start
}

/** In the table and the timeline the part of an item that takes keys is inside it. */
const focusItem = (page: Page, item: string): Promise<void> =>
  page
    .locator(item)
    .first()
    .evaluate((element) => {
      const target = element.hasAttribute('tabindex') || element instanceof HTMLButtonElement ? element : null
      ;(target ?? element.querySelector<HTMLElement>('[tabindex]'))?.focus()
    })

// The promises are wrapped in objects, because bare ones would be awaited where they are created.
const whenPressed = (page: Page) =>
  page.evaluateHandle(() => ({
    at: new Promise<number>((resolve) => {
      window.addEventListener('keydown', ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp), {
        capture: true,
        once: true,
      })
    }),
  }))

const whenPainted = (page: Page, awaited: string) =>
  page.evaluateHandle(
    (selector) => ({
      at: new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          if (document.querySelector(selector) === null) return
          watch.disconnect()
          // In a task after the next frame has begun, the frame has been painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now()), 0))
        })
        watch.observe(document, { subtree: true, childList: true, attributes: true })
      }),
    }),
    awaited,
  )
