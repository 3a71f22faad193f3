import { expect, expectAccessible, register, test } from '../support/test.ts'

const operatorEmail = 'operator@admin.example'

test.use({ settings: { SIGNUP: 'beta', ADMIN_EMAILS: operatorEmail } })

test('lets an operator approve and deactivate people and read what happened, and hides all of it from others', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  test.setTimeout(180_000)
  await register(page, operatorEmail)
  await page.waitForURL('**/pending')
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  await register(other, freshEmail)
  await other.waitForURL('**/pending')
  const hidden = await other.goto('/admin')
  expect(hidden?.status()).toBe(404)
  await expect(other.getByRole('heading', { name: 'Page not found' })).toBeVisible()

  const shown = await page.goto('/admin')
  expect(shown?.status()).toBe(200)
  await page.getByRole('searchbox', { name: 'Search by name or email address' }).fill(freshEmail)
  const row = page.getByRole('listitem').filter({ hasText: freshEmail })
  await expect(row).toHaveCount(1)
  await row.getByRole('button', { name: `Approve ${freshEmail}` }).click()
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await other.goto('/projects')
  await expect(other.getByRole('link', { name: 'Projects', exact: true })).toBeVisible()

  await row.getByRole('button', { name: `Actions for ${freshEmail}` }).press('Enter')
  await page.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(row.getByText('Deactivated', { exact: true })).toBeVisible()
  await other.goto('/projects')
  await other.waitForURL('**/login**', { timeout: 30_000 })
  await expectAccessible(page)

  await row.getByRole('button', { name: `Actions for ${freshEmail}` }).click()
  await page.getByRole('menuitem', { name: 'Show in the audit log' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await expect(log.getByText('Deactivated a person')).toBeVisible()
  await expect(log.getByText('Approved a person')).toBeVisible()
  await expect(log.getByText('Registered')).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toBe('audit-log.csv')

  await page.getByRole('link', { name: 'System' }).click()
  await expect(page.getByText('Waiting for approval')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test email to me' }).click()
  await expect(page.getByText('The email is stored in the outbox', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await other.context().close()
})
