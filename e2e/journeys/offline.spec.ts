import type { Page } from '@playwright/test'
import { cutOff, openKeptBrowser, readDevice } from '../support/device.ts'
import { expect, logIn, logOut, password, register, test } from '../support/test.ts'
import { registerPerson, searchPersonByEmail, share } from '../support/together.ts'
import { createTree, findTreeItem, openTree, outline, pick, storedNodes } from '../support/tree.ts'

const findAccountMenu = (page: Page) => page.getByRole('button', { name: /account menu/i })

/** Adds children to a node with the keyboard, one after the other. */
async function addChildren(page: Page, parent: string, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    await pick(page, parent)
    await page.keyboard.press('Tab')
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
    await expect(findTreeItem(page, title)).toBeVisible()
  }
}

const namesFrom = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}`)

test('opens and edits a project without the server after the browser was closed, and sends all of it once and in order', async ({
  server,
  freshEmail,
}) => {
  const browser = await openKeptBrowser(server.url)
  try {
    const first = await browser.start()
    await register(first.page, freshEmail)
    await first.page.waitForURL('**/projects')
    const { projectId } = await createTree(first.page, 'Orchard', { Trees: { Pears: {}, Plums: {} } })
    await openTree(first.page, projectId)
    await addChildren(first.page, 'Pears', ['stored'])
    await expect.poll(() => readDevice(first.page)).toContain('stored')
    await cutOff(first.context)
    await addChildren(first.page, 'Pears', namesFrom('early', 25))
    await browser.close()

    const second = await browser.start()
    const reconnect = await cutOff(second.context)
    await openTree(second.page, projectId)
    await expect(findTreeItem(second.page, 'early 25')).toBeVisible()
    await expect(findTreeItem(second.page, 'stored')).toBeVisible()
    await addChildren(second.page, 'Plums', namesFrom('late', 25))
    await reconnect()
    await second.page.evaluate(() => window.dispatchEvent(new Event('online')))
    const wanted = [
      'Trees(',
      `Pears(stored ${namesFrom('early', 25).join(' ')}) `,
      `Plums(${namesFrom('late', 25).join(' ')}))`,
    ].join('')
    await expect.poll(() => outline(second.page, projectId)).toBe(wanted)
    await expect(second.page.getByText('Saved').first()).toBeAttached()
    await expect.poll(() => readDevice(second.page)).not.toContain('unsent:')
  } finally {
    await browser.remove()
  }
})

test('shows the project list and a project from the device, and says so when the server does not answer', async ({
  page,
  context,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: { Pears: {} } })
  await openTree(page, projectId)
  await expect.poll(() => readDevice(page)).toMatch(/nodes:.*Pears/s)
  await page.goto('/projects')
  await expect(page.getByRole('link', { name: 'Orchard' })).toBeVisible()
  await expect.poll(() => readDevice(page)).toMatch(/list:.*Orchard/s)
  const reconnect = await cutOff(context)
  await page.reload()
  await expect(page.getByRole('link', { name: 'Orchard' })).toBeVisible()
  await expect(page.getByText('This is the copy on your device.')).toBeVisible()
  await page.getByRole('link', { name: 'Orchard' }).click()
  await expect(findTreeItem(page, 'Pears')).toBeVisible()
  await expect(page.getByText(/^(?:Local copy|Offline)/).first()).toBeVisible()
  await reconnect()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('Saved').first()).toBeVisible()
})

test('leaves nothing of a project in the browser after a logout, also in another tab', async ({
  page,
  context,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Quincunx', { Persimmon: {} })
  await openTree(page, projectId)
  await expect.poll(() => readDevice(page)).toContain('Persimmon')
  const other = await context.newPage()
  await other.goto('/projects')
  await expect(other.getByRole('link', { name: 'Quincunx' })).toBeVisible()
  await logOut(other)
  await page.waitForURL('**/login**')
  await expect.poll(() => readDevice(page)).not.toMatch(/Quincunx|Persimmon|project:|nodes:|list:|account:/)
  // The page that was left behind must not write again.
  await page.waitForTimeout(2_500)
  expect(await readDevice(page)).not.toMatch(/Quincunx|Persimmon/)
})

test('leaves nothing of a project after the access to it has ended, although it was not opened again', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Quincunx', { Persimmon: {} })
  const bea = await registerPerson(browser, server.url, 'bea')
  await searchPersonByEmail(page, bea.email)
  await share(page, projectId, { changes: { [bea.id]: 'editor' } })
  await openTree(bea.page, projectId)
  await expect.poll(() => readDevice(bea.page)).toMatch(/picture:.*nodes:.*Persimmon/s)
  await bea.page.goto('/healthz')
  await share(page, projectId, { changes: { [bea.id]: null } })
  await bea.page.goto('/projects')
  await expect.poll(() => readDevice(bea.page)).not.toMatch(/Quincunx|Persimmon/)
  await bea.context.close()
})

test('shows nothing of one person to the next one, although the first did not log out', async ({
  page,
  context,
  browser,
  server,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Quincunx', { Persimmon: {} })
  await openTree(page, projectId)
  await expect.poll(() => readDevice(page)).toContain('Persimmon')
  const bea = await registerPerson(browser, server.url, 'bea')
  const shown: string[] = []
  await page.exposeFunction('noteShown', (text: string) => void shown.push(text))
  await page.addInitScript(() => {
    // It runs in the page, which has nothing from outside.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const note = (): void =>
      (window as unknown as { noteShown(text: string): void }).noteShown(document.body?.innerText ?? '')
    new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await context.clearCookies()
  await context.addCookies(await bea.context.cookies())
  await page.goto(`/tree/${projectId}`)
  await expect(page.getByRole('heading', { level: 1, name: /not found|access/i })).toBeVisible()
  await page.goto('/projects')
  await expect(findAccountMenu(page)).toBeVisible()
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.join('\n')).not.toMatch(/Quincunx|Persimmon/)
  await expect.poll(() => readDevice(page)).not.toMatch(/Quincunx|Persimmon/)
  await bea.context.close()
})

test('keeps unsent text after a logout for its author only, and sends it after the next login', async ({
  page,
  context,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: {} })
  await openTree(page, projectId)
  await page.route(/\/graphql\//, (route) => route.abort())
  await addChildren(page, 'Trees', ['Unsent medlar'])
  await expect.poll(() => readDevice(page)).toContain('unsent:')
  await logOut(page)
  await page.unroute(/\/graphql\//)
  await expect.poll(() => readDevice(page)).not.toContain('account:')
  const device = await readDevice(page)
  expect(device).toContain('unsent:')
  expect(device).not.toContain('Unsent medlar')
  await logIn(page, freshEmail, password)
  await page.waitForURL('**/projects')
  await openTree(page, projectId)
  await expect(findTreeItem(page, 'Unsent medlar')).toBeVisible()
  await expect
    .poll(async () => (await storedNodes(page, projectId)).map(({ title }) => title))
    .toContain('Unsent medlar')
  await expect.poll(() => readDevice(page)).not.toContain('unsent:')
  expect(context.pages().length).toBe(1)
})

test('sends from another tab what a closed tab has left unsent, once', async ({ page, context, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: {} })
  await openTree(page, projectId)
  const other = await context.newPage()
  await other.route(/\/graphql\//, (route) => (isEdit(route.request().postData()) ? route.abort() : route.continue()))
  await openTree(other, projectId)
  await addChildren(other, 'Trees', namesFrom('left', 5))
  await expect.poll(() => readDevice(page)).toContain('unsent:')
  // As long as its own tab is open, nobody else sends it.
  expect(await outline(page, projectId)).toBe('Trees')
  await other.close()
  await expect.poll(() => outline(page, projectId)).toBe(`Trees(${namesFrom('left', 5).join(' ')})`)
  await expect(findTreeItem(page, 'left 5')).toBeVisible()
  await expect.poll(() => readDevice(page)).not.toContain('unsent:')
})

const isEdit = (body: string | null): boolean => /createNode|updateNode/.test(body ?? '')
