import type { Page } from '@playwright/test'
import { ask, createNode, createProject } from '../support/api.ts'
import { expect, expectAccessible } from '../support/test.ts'
import { introducePeople, registerPerson, share, test } from '../support/together.ts'

const dayMs = 86_400_000
const list = (page: Page) => page.getByRole('list', { name: 'My work' })
const rows = (page: Page) => list(page).locator('[data-node-id]')
const row = (page: Page, title: string) => rows(page).filter({ hasText: title })
const title = (page: Page, text: string) => list(page).getByRole('link', { name: text, exact: true })

const change = (page: Page, id: string, data: object) =>
  ask(page, 'mutation ($id: ID!, $data: NodeUpdate!) { updateNode(id: $id, data: $data) { id } }', { id, data })
const readStatus = async (page: Page, projectId: string, id: string) => {
  const query = 'query ($id: ID!) { nodes(projectId: $id) { id status } }'
  const { nodes } = await ask<{ nodes: { id: string; status: string }[] }>(page, query, { id: projectId })
  return nodes.find((node) => node.id === id)?.status
}

/** The day that is some days from now where the browser is: the Swedish way to write it is YYYY-MM-DD. */
const findDay = (page: Page, days: number): Promise<string> =>
  page.evaluate((ms) => new Date(Date.now() + ms).toLocaleDateString('sv-SE'), days * dayMs)

test('shows what others assign at once, marks it as done with one key, and undoes it', async ({
  pair,
  browser,
  server,
}) => {
  const { ann } = pair
  // Other tests assign work to the person of the pair.
  const bea = await registerPerson(browser, server.url, 'bea', pair.faults)
  await introducePeople(ann, bea)
  await bea.page.goto('/projects')
  await bea.page.getByRole('link', { name: 'My work' }).click()
  await expect(bea.page.getByRole('heading', { name: 'Nothing is assigned to you' })).toBeVisible()

  await ann.page.goto('/projects')
  const projectId = await createProject(ann.page, 'Garden café')
  await share(ann.page, projectId, { changes: { [bea.id]: 'editor' } })
  const root = await createNode(ann.page, { projectId, title: 'Open the café' })
  const money = await createNode(ann.page, { projectId, title: 'Save <b>money</b>' })
  const kitchen = await createNode(ann.page, { projectId, title: 'Kitchen', parentId: root })
  const assigned = { projectId, parentId: kitchen, assigneeIds: [bea.id] }
  const [yesterday, today] = [await findDay(ann.page, -1), await findDay(ann.page, 0)]
  const oven = await createNode(ann.page, { ...assigned, title: 'Choose an oven', dueDate: yesterday })
  await change(ann.page, oven, { parentIds: [kitchen, money] })

  await test.step('an assignment by somebody else appears with its project and all goals', async () => {
    await expect(row(bea.page, 'Choose an oven')).toContainText('Garden café')
    await expect(row(bea.page, 'Choose an oven')).toContainText('Save money')
    await expect(row(bea.page, 'Choose an oven')).toContainText(/Open the café.*Kitchen/u)
    await expect(list(bea.page).getByRole('heading', { name: 'Overdue, 1' })).toBeVisible()
    await createNode(ann.page, { ...assigned, title: 'Order the sink', dueDate: today })
    await createNode(ann.page, { ...assigned, title: 'Hang the lamps' })
    await expect(rows(bea.page)).toHaveCount(3)
    await expect(list(bea.page).getByRole('heading', { level: 2 })).toHaveText([/^Overdue/u, /^Today/u, /^No date/u])
    await expectAccessible(bea.page)
  })

  await test.step('Space marks as done and the focus goes to the next; Undo brings it back', async () => {
    await title(bea.page, 'Choose an oven').focus()
    await bea.page.keyboard.press('Space')
    await expect(row(bea.page, 'Choose an oven')).toHaveCount(0)
    await expect(title(bea.page, 'Order the sink')).toBeFocused()
    await expect.poll(() => readStatus(ann.page, projectId, oven)).toBe('done')
    await bea.page.getByRole('button', { name: 'Undo' }).click()
    await expect(title(bea.page, 'Choose an oven')).toBeFocused()
    await expect.poll(() => readStatus(ann.page, projectId, oven)).toBe('todo')
    await expect(rows(bea.page)).toHaveCount(3)
  })

  await test.step('what somebody else does leaves the list', async () => {
    await change(ann.page, oven, { status: 'done' })
    await expect(row(bea.page, 'Choose an oven')).toHaveCount(0)
  })

  await test.step('arrow keys move and Enter opens the node in its project', async () => {
    await title(bea.page, 'Order the sink').focus()
    await bea.page.keyboard.press('ArrowDown')
    await expect(title(bea.page, 'Hang the lamps')).toBeFocused()
    await bea.page.keyboard.press('Enter')
    await bea.page.waitForURL(`**/tree/${projectId}*`)
    await expect(bea.page.getByRole('treeitem', { name: 'Hang the lamps' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('without a network the last list is shown', async () => {
    await bea.page.goto('/my-work')
    await expect(rows(bea.page)).toHaveCount(2)
    await bea.page.waitForFunction(() => navigator.onLine)
    await bea.page.route('**/page-data/my-work', (route) => route.abort())
    await bea.page.route('**/graphql/', (route) =>
      /MyWork/u.test(route.request().postData() ?? '') ? route.abort() : route.continue(),
    )
    await bea.page.reload()
    await expect(rows(bea.page)).toHaveCount(2)
    await expect(bea.page.getByText('This is the copy on your device.')).toBeVisible()
    await bea.page.unroute('**/page-data/my-work')
    await bea.page.unroute('**/graphql/')
  })

  await test.step('somebody who is removed from the project sees nothing of it any more', async () => {
    await bea.page.goto('/my-work')
    await expect(rows(bea.page)).toHaveCount(2)
    await share(ann.page, projectId, { changes: { [bea.id]: null } })
    await expect(bea.page.getByRole('heading', { name: 'Nothing is assigned to you' })).toBeVisible()
  })
  await bea.context.close()
  expect(pair.faults).toEqual([])
})

test('works on a phone, by the account menu and large targets', async ({ pair: { ann } }) => {
  const { page } = ann
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/projects')
  const projectId = await createProject(page, 'Allotment')
  const parentId = await createNode(page, { projectId, title: 'A bed for herbs that guests can smell from the gate' })
  const fields = { projectId, parentId, assigneeIds: [ann.id], priority: 'high' }
  await createNode(page, { ...fields, title: 'Dig', dueDate: await findDay(page, -3) })
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'My work' }).click()
  await page.waitForURL('**/my-work')
  await expect(row(page, 'Dig')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as done: Dig' }).click()
  await expect(row(page, 'Dig')).toHaveCount(0)
})

test('gives an address to calendar programs, which stops working when it is revoked', async ({ pair: { ann } }) => {
  const { page } = ann
  const projectId = await createProject(page, 'Feast')
  await createNode(page, { projectId, title: 'Bake for eighty', assigneeIds: [ann.id], dueDate: '2030-05-04' })
  await page.goto('/user')
  const section = page.getByRole('region', { name: 'Calendar' })
  await section.getByRole('button', { name: 'New address' }).click()
  const address = await section.getByRole('textbox', { name: 'Calendar address: My work' }).inputValue()
  expect(address).toMatch(/\/calendar\/[\w-]{43}\.ics$/u)
  const readCalendar = async () => (await page.request.get(address)).text()
  expect(await readCalendar()).toContain('SUMMARY:Bake for eighty')
  await section.getByRole('button', { name: 'Revoke address: My work' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(section.getByRole('textbox')).toHaveCount(0)
  expect(await readCalendar()).not.toContain('Bake')

  await page.goto('/projects')
  await page.getByRole('button', { name: 'Actions for Feast', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Feast' })
  await dialog.getByRole('button', { name: 'Calendar address' }).click()
  await dialog.getByRole('button', { name: 'New address' }).click()
  const own = await dialog.getByRole('textbox', { name: 'Calendar address: Feast' }).inputValue()
  expect(await (await page.request.get(own)).text()).toContain('X-WR-CALNAME:Feast')
})
