import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { mailsTo } from '../support/mailbox.ts'
import { expect, logOut, register, test } from '../support/test.ts'

test.use({ settings: { SIGNUP: 'beta' } })

const root = fileURLToPath(new URL('../..', import.meta.url))

test('lets a new person wait until an operator approves them and a mail says so', async ({
  page,
  server,
  request,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/pending')
  await expect(page.getByText(/pending/i).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Subscribe' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toHaveCount(0)

  const printed = execFileSync(process.execPath, ['tools/admin.mjs', 'approve', freshEmail], {
    cwd: root,
    env: { ...process.env, ...server.env },
    encoding: 'utf8',
  })
  expect(printed).toContain(freshEmail)
  await expect.poll(async () => (await mailsTo(request, freshEmail)).length).toBe(1)

  await page.goto('/projects')
  await expect(page).toHaveURL(/\/projects$/)
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toBeVisible()
  await logOut(page)
})

test('rejects an unknown address in the admin command with one line', async ({ server }) => {
  let output = ''
  try {
    execFileSync(process.execPath, ['tools/admin.mjs', 'approve', 'nobody@example.com'], {
      cwd: root,
      env: { ...process.env, ...server.env },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  } catch (error) {
    output = String((error as { stderr: string }).stderr)
  }
  expect(output.trim().split('\n')).toHaveLength(1)
  expect(output).toContain('nobody@example.com')
})

test('lets a new person start a trial instead of waiting', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/pending')
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Start a Free Trial' }).click()
  await page.getByRole('button').first().click()
  await page.waitForURL('**/projects**')
  await expect(page.getByRole('status').filter({ hasText: 'Subscription started' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Projects', exact: true })).toBeVisible()
})
