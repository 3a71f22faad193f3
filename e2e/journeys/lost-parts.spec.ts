import type { BrowserContext, Page } from '@playwright/test'
import { canvasOf, findTreeItem, openTree, pick, createTree, titleEditor } from '../support/tree.ts'
import { expect, register, test } from '../support/test.ts'

/** A person's first use of something, and what it shows once its code is loaded. */
interface FirstUse {
  readonly name: string
  act(page: Page): Promise<void>
  shown(page: Page): ReturnType<Page['getByRole']>
}

const press = (key: string) => async (page: Page) => {
  // Two clicks on one node in a row would be a double click.
  await pick(page, 'Trees')
  await pick(page, 'Pears')
  await page.keyboard.press(key)
}

/** These need no further code, so typed text appears at once. */
const editors: readonly FirstUse[] = [
  {
    name: 'double click on a title',
    act: (page) => findTreeItem(page, 'Pears').dblclick({ position: { x: 100, y: 8 } }),
    shown: titleEditor,
  },
  { name: 'F2', act: press('F2'), shown: titleEditor },
  { name: 'Tab', act: press('Tab'), shown: titleEditor },
  { name: 'Enter', act: press('Enter'), shown: titleEditor },
]

const parts: readonly FirstUse[] = [
  {
    name: 'the context menu',
    act: (page) => findTreeItem(page, 'Pears').click({ button: 'right', position: { x: 100, y: 8 } }),
    shown: (page) => page.getByRole('menuitem', { name: 'Mark as Done' }),
  },
  {
    name: 'the help',
    act: (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
    shown: (page) => page.getByRole('dialog'),
  },
  {
    name: 'a menu of the toolbar',
    act: (page) => page.getByRole('button', { name: 'Orientation' }).click(),
    shown: (page) => page.getByRole('menuitem', { name: 'Top Down' }),
  },
  {
    name: 'the panel',
    act: press('Control+Enter'),
    shown: (page) => page.getByRole('textbox', { name: 'Description' }),
  },
  {
    name: 'the account menu',
    act: (page) => page.getByRole('button', { name: 'Account menu' }).click(),
    shown: (page) => page.getByRole('menuitem', { name: 'Logout' }),
  },
]

const isAsset = (url: URL): boolean => url.pathname.startsWith('/assets/')

const losses = [
  {
    name: 'the connection is lost',
    async lose(context: BrowserContext) {
      // A route also bypasses the browser's cache: every opening is like the first one in a new browser.
      await context.route(isAsset, (route) => route.abort('internetdisconnected'))
      await context.setOffline(true)
    },
    async restore(context: BrowserContext) {
      await context.unroute(isAsset)
      await context.setOffline(false)
    },
  },
  {
    name: 'a deployment has replaced the files',
    lose: (context: BrowserContext) => context.route(isAsset, (route) => route.fulfill({ status: 404 })),
    restore: (context: BrowserContext) => context.unroute(isAsset),
  },
]

async function createOrchard(page: Page, email: string): Promise<string> {
  await register(page, email)
  await page.waitForURL('**/projects')
  return (await createTree(page, 'Orchard', { Trees: { Pears: {} } })).projectId
}

/** A page that is never idle, and so preloads nothing. */
const neverIdle = (page: Page) => page.addInitScript(() => (window.requestIdleCallback = () => 0))

const retry = (page: Page) => page.getByRole('alert').getByRole('button', { name: 'Retry' }).click()

for (const { name, lose, restore } of losses) {
  test(`keeps the tree and the typed text when ${name} before an action was first used`, async ({
    page,
    context,
    freshEmail,
  }) => {
    test.setTimeout(240_000)
    const projectId = await createOrchard(page, freshEmail)
    await neverIdle(page)
    for (const { name: action, act, shown } of editors)
      await test.step(action, async () => {
        await openTree(page, projectId)
        await lose(context)
        await act(page)
        await expect(shown(page)).toBeVisible()
        await page.keyboard.type('Quinces')
        await expect(shown(page)).toHaveText(/Quinces$/)
        await expect(findTreeItem(page, 'Trees')).toBeVisible()
        await page.keyboard.press('Escape')
        await restore(context)
      })
    for (const { name: action, act, shown } of parts)
      await test.step(action, async () => {
        await openTree(page, projectId)
        await lose(context)
        await act(page)
        await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible()
        await expect(findTreeItem(page, 'Pears')).toBeVisible()
        await restore(context)
        await retry(page)
        await expect(shown(page)).toBeVisible()
      })
    await test.step("a row's menu in the list", async () => {
      await page.goto('/projects')
      const actions = page.getByRole('button', { name: 'Actions for Orchard' })
      await expect(actions).toBeVisible()
      await lose(context)
      await actions.click()
      await expect(page.getByText('This part of the page could not be loaded.')).toBeVisible()
      await expect(actions).toBeVisible()
      await restore(context)
      await retry(page)
      await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
    })
  })
}

const areLoaded = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByName('parts-loaded').length > 0, null, { timeout: 30_000 })

test('runs every action offline once the page has been idle, even if none was used before', async ({
  page,
  context,
  freshEmail,
}) => {
  const projectId = await createOrchard(page, freshEmail)
  await openTree(page, projectId)
  await areLoaded(page)
  await context.setOffline(true)
  for (const { name, act, shown } of [...editors, ...parts])
    await test.step(name, async () => {
      await act(page)
      await expect(shown(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(shown(page)).toBeHidden()
      await expect(canvasOf(page)).toBeVisible()
    })
  await context.setOffline(false)
  await page.goto('/projects')
  await expect(page.getByRole('button', { name: 'Actions for Orchard' })).toBeVisible()
  await areLoaded(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Actions for Orchard' }).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
})
