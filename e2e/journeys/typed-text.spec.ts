import type { Page } from '@playwright/test'
import { ask } from '../support/api.ts'
import { readDevice } from '../support/device.ts'
import { expect, logIn, register, test } from '../support/test.ts'
import { searchPersonByEmail, registerPerson, share } from '../support/together.ts'
import { findTreeItem, openTree, pick, createTree, storedNodes, titleEditor } from '../support/tree.ts'

/** Ways to leave a page, each within the five seconds before a text is saved by itself. */
const leavings: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the Back button': (page) => page.goBack(),
  'a reload': (page) => page.reload(),
  'another address': (page) => page.goto('/hello'),
  async 'closing the tab'(page) {
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  },
}

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' })

async function typeTitle(page: Page, from: string, to: string): Promise<void> {
  await findTreeItem(page, from).dblclick({ position: { x: 100, y: 8 } })
  await titleEditor(page).press('Control+A')
  await page.keyboard.type(to)
  await expect(titleEditor(page)).toHaveText(to)
}

async function typeDescription(page: Page, title: string, text: string): Promise<void> {
  await pick(page, title)
  await page.keyboard.press('Control+Enter')
  await description(page).press('Control+A')
  await page.keyboard.type(text)
  await expect(description(page)).toHaveText(text)
}

for (const [name, leave] of Object.entries(leavings))
  test(`keeps the title and the description across ${name}`, async ({ context, freshEmail, page: first }) => {
    await register(first, freshEmail)
    await first.waitForURL('**/projects')
    const { projectId } = await createTree(first, 'Orchard', { Trees: { Pears: {}, Plums: {} } })
    const page = await context.newPage()
    await page.goto('/hello')
    await openTree(page, projectId)
    await typeTitle(page, 'Pears', 'Quinces')
    await leave(page)
    const other = page.isClosed() ? await context.newPage() : page
    await openTree(other, projectId)
    await typeDescription(other, 'Plums', 'Blue')
    await leave(other)
    const last = other.isClosed() ? await context.newPage() : other
    await openTree(last, projectId)
    await expect(findTreeItem(last, 'Quinces')).toBeVisible()
    const stored = async () => (await storedNodes(last, projectId)).map((node) => [node.title, node.body]).sort()
    await expect.poll(stored).toEqual([
      ['Plums', '<p>Blue</p>'],
      ['Quinces', ''],
      ['Trees', ''],
    ])
    await last.close()
  })

test('keeps a text typed after the session ended only for its author, and saves it after signing in', async ({
  page,
  context,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: { Pears: {} } })
  await openTree(page, projectId)
  await pick(page, 'Pears')
  // A request that is still on its way would find the session ended and lead to /login before anything is typed.
  await page.waitForLoadState('networkidle')
  await context.clearCookies()
  await page.keyboard.press('Tab')
  await page.keyboard.type('After logout')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login**')
  await expect.poll(() => readDevice(page)).toContain('unsent:')
  const onDevice = await readDevice(page)
  expect(onDevice).not.toContain('After logout')
  expect(onDevice).not.toContain('createNode')
  await logIn(page, freshEmail)
  await expect(findTreeItem(page, 'After logout')).toBeVisible()
  const titles = async () => (await storedNodes(page, projectId)).map(({ title }) => title).sort()
  await expect.poll(titles).toEqual(['After logout', 'Pears', 'Trees'])
  await expect.poll(() => readDevice(page)).not.toContain('unsent:')
})

test('keeps a text typed into a project that its owner deletes, and offers it again', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: { Pears: {} } })
  const bea = await registerPerson(browser, server.url, 'bea')
  await searchPersonByEmail(page, bea.email)
  await share(page, projectId, { changes: { [bea.id]: 'editor' } })
  await openTree(bea.page, projectId)
  await typeTitle(bea.page, 'Pears', 'Medlars')
  const setStatus = (status: string) =>
    ask(page, 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }', {
      id: projectId,
      data: { status },
    })
  await setStatus('deleted')
  await expect(
    bea.page.getByText(/Your text for “Pears” was not saved, but it is stored on this device: Medlars/),
  ).toBeVisible()
  expect(await readDevice(bea.page)).not.toContain('Medlars')
  await setStatus('active')
  await openTree(bea.page, projectId)
  await bea.page.getByRole('status').getByRole('button', { name: 'Restore my text' }).click()
  await expect(findTreeItem(bea.page, 'Medlars')).toBeVisible()
  await expect.poll(async () => (await storedNodes(page, projectId)).map(({ title }) => title)).toContain('Medlars')
  await bea.context.close()
})

test('never writes as the person who signed in last, and keeps the text with its author', async ({
  page,
  browser,
  context,
  server,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: { Pears: {} } })
  const bea = await registerPerson(browser, server.url, 'bea')
  await searchPersonByEmail(page, bea.email)
  await share(page, projectId, { changes: { [bea.id]: 'editor' } })
  await openTree(page, projectId)
  const annsCookies = await context.cookies()
  await typeTitle(page, 'Pears', 'Medlars')
  // Bea's cookie replaces Ann's in one step and only now: any other request would notice the change before the text.
  await context.addCookies(await bea.context.cookies())
  await page.keyboard.press('Enter')
  await expect(page.getByText(`you are now ${bea.email}`)).toBeVisible()
  await expect(findTreeItem(page, 'Pears')).toBeVisible()
  expect((await storedNodes(page, projectId)).map(({ title }) => title)).toContain('Pears')
  await context.clearCookies()
  await context.addCookies(annsCookies)
  await page.reload()
  await expect(findTreeItem(page, 'Medlars')).toBeVisible()
  await expect.poll(async () => (await storedNodes(page, projectId)).map(({ title }) => title)).toContain('Medlars')
  await bea.context.close()
})
