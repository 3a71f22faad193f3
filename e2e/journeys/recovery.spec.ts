import { mailsTo } from '../support/mailbox.ts'
import { expect, logIn, logOut, password, register, test } from '../support/test.ts'

test('replaces a forgotten password by a code from a mail', async ({ page, context, request, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await context.clearCookies()

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel('Email').fill(freshEmail)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()

  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()

  await expect.poll(async () => (await mailsTo(request, freshEmail)).length).toBe(1)
  const [mail] = await mailsTo(request, freshEmail)
  const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/user**')
  const fresh = `${password}-recovered`
  await page.getByLabel('New password', { exact: true }).fill(fresh)
  await page.getByLabel('Re-enter password', { exact: true }).fill(fresh)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Password updated' })).toBeVisible()
  await logOut(page)
  await logIn(page, freshEmail, fresh)
  await page.waitForURL('**/projects')
})

test('gives an unknown address the same answer and no mail', async ({ page, request, freshEmail }) => {
  await page.goto('/recovery')
  await page.getByLabel('Email').fill(`nobody-${freshEmail}`)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Code')).toBeVisible()
  expect(await mailsTo(request, `nobody-${freshEmail}`)).toEqual([])
})
