import type { Browser, Page } from '@playwright/test'
import { createNode, createProject } from '../support/api.ts'
import { mailsTo } from '../support/mailbox.ts'
import { expect, logIn, register, test } from '../support/test.ts'

const rowOf = (page: Page, title: string) => page.locator('tr[data-project-id]', { hasText: title })

async function registerPerson(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  await register(page, email)
  await page.waitForURL('**/projects')
  return page
}

async function openShare(page: Page, title: string): Promise<void> {
  await page.goto('/projects')
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Share ${title}` })).toBeVisible()
}

test('invites a viewer by mail, makes them an editor, then removes them', async ({
  page,
  browser,
  server,
  request,
  freshEmail,
}) => {
  const benEmail = `ben-${freshEmail}`
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const ben = await registerPerson(browser, server.url, benEmail)
  const id = await createProject(page, 'Orchard')
  await createNode(page, { projectId: id, title: 'Apple' })

  await openShare(page, 'Orchard')
  const dialog = page.getByRole('dialog', { name: 'Share Orchard' })
  await expect(dialog.getByText('Owner', { exact: true })).toBeVisible()
  await expect(dialog.getByText('(you)')).toBeVisible()
  const people = dialog.getByLabel('Add people by email')
  await people.fill('not-an-address')
  await people.press('Enter')
  await expect(page.getByText('Invalid email not-an-address')).toBeVisible()
  await people.fill(freshEmail)
  await people.press('Enter')
  await expect(page.getByText('Cannot share with oneself')).toBeVisible()
  await people.fill(`nobody-${freshEmail}`)
  await people.press('Enter')
  await expect(page.getByText(`User with email nobody-${freshEmail} not found`)).toBeVisible()
  await dialog.getByLabel('Role for new people').selectOption('Viewer')
  await people.fill(benEmail.toUpperCase())
  await people.press('Enter')
  await expect(dialog.getByLabel('Notify')).toBeChecked()
  await dialog.getByLabel('Message').fill('Look at <b>this</b>')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Sharing settings updated' })).toBeVisible()
  await expect.poll(async () => (await mailsTo(request, benEmail)).length).toBe(1)
  const [mail] = await mailsTo(request, benEmail)
  expect(mail?.text).toContain(`/tree/${id}`)
  expect(mail?.text).toContain('Look at <b>this</b>')

  await ben.goto('/projects#shared')
  await rowOf(ben, 'Orchard').getByRole('button', { name: 'Actions for Orchard' }).click()
  await expect(ben.getByRole('menuitem')).toHaveText(['Open'])
  await ben.getByRole('menuitem', { name: 'Open' }).click()
  await ben.waitForURL(`**/tree/${id}`)
  await expect(ben.getByText('Apple')).toBeVisible()
  await expect(ben.getByRole('button', { name: 'Share' })).toBeDisabled()

  await openShare(page, 'Orchard')
  await dialog.getByLabel(`Permission for ${benEmail}`).selectOption('Editor')
  await expect(page.getByRole('status').filter({ hasText: 'Sharing settings updated' }).last()).toBeVisible()
  await ben.reload()
  await expect(ben.getByRole('button', { name: 'Share' })).toBeEnabled()

  await dialog.getByLabel(`Permission for ${benEmail}`).selectOption('Remove Access')
  await expect(dialog.getByLabel(`Permission for ${benEmail}`)).toHaveCount(0)
  await ben.reload()
  await expect(ben.getByText('Project not found')).toBeVisible()
  await ben.context().close()
})

test('lets a viewer leave a shared project from the list without opening it', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  const benEmail = `ben-${freshEmail}`
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const ben = await registerPerson(browser, server.url, benEmail)
  await createProject(page, 'Orchard')
  await openShare(page, 'Orchard')
  const dialog = page.getByRole('dialog', { name: 'Share Orchard' })
  await dialog.getByLabel('Role for new people').selectOption('Viewer')
  await dialog.getByLabel('Add people by email').fill(benEmail)
  await dialog.getByLabel('Add people by email').press('Enter')
  await dialog.getByLabel('Notify').uncheck()
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Sharing settings updated' })).toBeVisible()

  await ben.goto('/projects#shared')
  await ben.getByRole('button', { name: 'Leave Orchard' }).click()
  await ben.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(ben.getByText('You left the project "Orchard"')).toBeVisible()
  await expect(rowOf(ben, 'Orchard')).toHaveCount(0)
  await page.reload()
  await openShare(page, 'Orchard')
  await expect(dialog.getByText(benEmail)).toHaveCount(0)
  await ben.context().close()
})

test('opens a project shared by link for anyone, and asks for a login for a restricted one', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const id = await createProject(page, 'Open garden')
  await createNode(page, { projectId: id, title: 'Gate' })
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage()
  await visitor.goto(`/tree/${id}`)
  await visitor.waitForURL('**/login?next=**')
  await logIn(visitor, freshEmail)
  await visitor.waitForURL(`**/tree/${id}`)
  await visitor.context().clearCookies()

  await openShare(page, 'Open garden')
  const dialog = page.getByRole('dialog', { name: 'Share Open garden' })
  await dialog.getByLabel('General access').selectOption('Anyone with the link')
  await expect(page.getByRole('status').filter({ hasText: 'Sharing settings updated' }).last()).toBeVisible()
  await visitor.goto(`/tree/${id}`)
  await expect(visitor.getByText('Gate')).toBeVisible()
  await expect(visitor.getByText(freshEmail)).toHaveCount(0)
  await visitor.context().close()
})

test('tells a signed-in person that a project does not exist', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await page.goto('/tree/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText('Project not found')).toBeVisible()
})
