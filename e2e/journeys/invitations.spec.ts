import type { Browser, Page } from '@playwright/test'
import { createNode, createProject } from '../support/api.ts'
import { mailsTo } from '../support/mailbox.ts'
import { expect, logIn, password, register, test } from '../support/test.ts'

async function registerPerson(browser: Browser, baseURL: string, email: string): Promise<Page> {
  const page = await openVisitor(browser, baseURL)
  await register(page, email)
  await page.waitForURL('**/projects')
  return page
}

const openVisitor = async (browser: Browser, baseURL: string): Promise<Page> =>
  (await browser.newContext({ baseURL })).newPage()

/** Creates a project with one node and opens its share dialog on the project screen. */
async function shareNewProject(page: Page, title: string) {
  const id = await createProject(page, title)
  await createNode(page, { projectId: id, title: 'Apple' })
  await page.goto(`/tree/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  return { id, dialog: page.getByRole('dialog', { name: `Share ${title}` }) }
}

async function signUp(page: Page, email: string): Promise<void> {
  const button = page.getByRole('button', { name: 'Sign up', exact: true })
  // The log-in form, which has the same fields, stays for a moment after a link to this one.
  await expect(button).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button.click()
}

test('invites an address without an account by a copied link, who signs up and edits the project', async ({
  page,
  browser,
  server,
  request,
  freshEmail,
}) => {
  const benEmail = `ben-${freshEmail}`
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { id, dialog } = await shareNewProject(page, 'Orchard')
  await expect(dialog.getByLabel('Role for new people')).toHaveValue('editor')
  await dialog.getByLabel('Add people by email').fill(benEmail.toUpperCase())
  await dialog.getByLabel('Add people by email').press('Enter')
  await expect(dialog.getByText(`User with email ${benEmail} not found`)).toBeVisible()
  await dialog.getByRole('button', { name: `Invite ${benEmail}` }).click()
  await expect(dialog.getByText(`${benEmail} (invited)`)).toBeVisible()
  // This server has no SMTP, so the dialog shows the link. The mail in the outbox has another, which proves the address.
  const link = await dialog.getByRole('textbox', { name: `Invite link for ${benEmail}` }).inputValue()
  expect(new URL(link).pathname).toMatch(/^\/join\/[^/]+$/)
  await expect.poll(async () => (await mailsTo(request, benEmail)).length).toBe(1)
  const mailed = (await mailsTo(request, benEmail))[0]?.text ?? ''
  expect(mailed).toContain(`${server.url}/join/`)
  expect(mailed).not.toContain(link)

  const ben = await openVisitor(browser, server.url)
  await ben.goto(link)
  await expect(ben.getByRole('heading', { level: 1 })).toContainText('invites you to Orchard')
  await ben.getByRole('link', { name: 'Sign up to join' }).click()
  await expect(ben.getByText('invited you to Orchard. Create your account to open it.')).toBeVisible()
  await expect(ben.getByLabel('Email')).toHaveValue(benEmail)
  await signUp(ben, benEmail)
  await ben.waitForURL(`**/tree/${id}`)
  await expect(ben.getByRole('treeitem', { name: 'Apple' })).toBeVisible()
  await expect(ben.getByRole('button', { name: 'Share', exact: true })).toBeEnabled()

  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(dialog.getByLabel(`Permission for ${benEmail}`)).toHaveValue('editor')
  await expect(dialog.getByText(`${benEmail} (invited)`)).toHaveCount(0)
  await ben.context().close()
})

test('lets anybody join as a viewer by an invite link until it is revoked', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  const benEmail = `ben-${freshEmail}`
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const ben = await registerPerson(browser, server.url, benEmail)
  await ben.context().clearCookies()
  const { id, dialog } = await shareNewProject(page, 'Meadow')
  const section = dialog.getByRole('region', { name: 'Invite link' })
  await section.getByLabel('Role for the link').selectOption('Viewer')
  await section.getByRole('button', { name: 'Create link' }).click()
  await expect(section.getByRole('button', { name: 'Copy invite link' })).toBeVisible()
  const link = await section.getByLabel('Invite link', { exact: true }).inputValue()

  await ben.goto(link)
  await ben.getByRole('link', { name: 'Log in to join' }).click()
  await logIn(ben, benEmail)
  await ben.waitForURL(`**/tree/${id}`)
  await expect(ben.getByText('View only')).toBeVisible()

  await section.getByRole('button', { name: 'Revoke' }).click()
  await expect(section.getByRole('button', { name: 'Create link' })).toBeVisible()
  const visitor = await openVisitor(browser, server.url)
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
  await visitor.context().close()
  await ben.context().close()
})

test('sends the message of an invitation, and limits an invite link to one use', async ({
  page,
  browser,
  server,
  request,
  freshEmail,
}) => {
  const [benEmail, cidEmail] = [`ben-${freshEmail}`, `cid-${freshEmail}`]
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { id, dialog } = await shareNewProject(page, 'Arbor')
  await dialog.getByLabel('Add people by email').fill(cidEmail)
  await dialog.getByLabel('Add people by email').press('Enter')
  await dialog.getByRole('button', { name: 'Add a message' }).click()
  await dialog.getByLabel('Message in the invitation').fill('Bring your gloves.')
  await dialog.getByRole('button', { name: `Invite ${cidEmail}` }).click()
  await expect(dialog.getByText(`${cidEmail} (invited)`)).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(request, cidEmail)).map(({ text }) => text).join('\n'))
    .toContain('Bring your gloves.')

  const section = dialog.getByRole('region', { name: 'Invite link' })
  await section.getByRole('button', { name: 'Expiry and uses' }).click()
  await section.getByLabel('How long the link works').selectOption('Expires after 7 days')
  await section.getByLabel('Number of uses').fill('0')
  await section.getByLabel('Number of uses').press('Enter')
  await expect(section.getByText('The link can be used 1 to 10000 times')).toBeVisible()
  await section.getByLabel('Number of uses').fill('1')
  await section.getByLabel('Number of uses').press('Enter')
  await expect(section.getByText('It can be used 1 more time.')).toBeVisible()
  await expect(section.getByText(/^It expires on /)).toBeVisible()
  const link = await section.getByLabel('Invite link', { exact: true }).inputValue()

  const ben = await registerPerson(browser, server.url, benEmail)
  await ben.goto(link)
  await ben.getByRole('button', { name: 'Join project' }).click()
  await ben.waitForURL(`**/tree/${id}`)
  const visitor = await openVisitor(browser, server.url)
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'This invitation no longer works' })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(section.getByRole('button', { name: 'Create link' })).toBeVisible()
  await visitor.context().close()
  await ben.context().close()
})

test('refuses an invitation for another address and accepts it after a change of accounts', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  const [benEmail, cidEmail] = [`ben-${freshEmail}`, `cid-${freshEmail}`]
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { id, dialog } = await shareNewProject(page, 'Hedge')
  await dialog.getByLabel('Add people by email').fill(benEmail)
  await dialog.getByLabel('Add people by email').press('Enter')
  await dialog.getByRole('button', { name: `Invite ${benEmail}` }).click()
  const link = await dialog.getByRole('textbox', { name: `Invite link for ${benEmail}` }).inputValue()

  const visitor = await registerPerson(browser, server.url, cidEmail)
  await visitor.goto(link)
  await visitor.getByRole('button', { name: 'Join project' }).click()
  await expect(visitor.getByRole('alert')).toHaveText(`This invitation is for ${benEmail}`)
  await visitor.getByRole('button', { name: 'Use another account' }).click()
  await visitor.waitForURL('**/login')
  await visitor.getByRole('link', { name: 'Sign up' }).click()
  await signUp(visitor, benEmail)
  await visitor.waitForURL(`**/tree/${id}`)
  await visitor.context().close()
})

test('shows a project in the list of the other person as soon as it is shared with them', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  const benEmail = `ben-${freshEmail}`
  const ben = await openVisitor(browser, server.url)
  const listening = ben
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framesent', { predicate: ({ payload }) => String(payload).includes('projectListChanged') }),
    )
  await register(ben, benEmail)
  await ben.waitForURL('**/projects')
  await listening
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { dialog } = await shareNewProject(page, 'Trellis')
  await dialog.getByLabel('Add people by email').fill(benEmail)
  await dialog.getByLabel('Add people by email').press('Enter')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(ben.getByRole('link', { name: 'Trellis', exact: true })).toBeVisible()
  await ben.context().close()
})

test('asks the owner for access to a project that is not shared', async ({
  page,
  browser,
  server,
  request,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const id = await createProject(page, 'Cellar')
  const ben = await registerPerson(browser, server.url, `ben-${freshEmail}`)
  await ben.goto('/tree/00000000-0000-4000-8000-000000000000')
  await ben.getByRole('button', { name: 'Ask for access' }).click()
  const answer = await ben.getByText(/^If the project exists/).textContent()
  expect(await mailsTo(request, freshEmail)).toEqual([])

  await ben.goto(`/tree/${id}`)
  await expect(ben.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  await ben.getByRole('button', { name: 'Ask for access' }).click()
  await expect(ben.getByText(answer ?? '')).toBeVisible()
  await expect.poll(async () => (await mailsTo(request, freshEmail)).length).toBeGreaterThan(0)
  await ben.context().close()
})

test('offers the open project first in the invite dialog', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const id = await createProject(page, 'Pergola')
  await page.goto(`/tree/${id}`)
  await page.getByRole('link', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Invite to this project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Pergola' })
  await expect(dialog.getByLabel('Add people by email')).toBeFocused()
})
