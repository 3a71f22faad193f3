import type { APIRequestContext } from '@playwright/test'
import { mailsTo } from '../support/mailbox.ts'
import { registered } from '../support/person.ts'
import { expect, expectAccessible, logIn, logOut, register, test } from '../support/test.ts'

test.use({ settings: { VERIFY_EMAIL: 'on' } })

/** Returns the code of the newest of this many mails to this address. */
async function codeOf(request: APIRequestContext, email: string, mails: number): Promise<string> {
  await expect.poll(async () => (await mailsTo(request, email)).length).toBe(mails)
  const [mail] = await mailsTo(request, email)
  return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? ''
}

test('finds a new person only after they entered the mailed code, and a new address only after its verification', async ({
  page,
  server,
  request,
  freshEmail,
}) => {
  test.setTimeout(120_000)
  const other = await registered(server.url, freshEmail.replace('@', '.other@'))
  const isFound = async (email: string) => {
    const { data } = await other.ask(
      server.url,
      'query ($email: String!) { publicUserByEmail(email: $email) { id } }',
      {
        email,
      },
    )
    return data?.['publicUserByEmail'] != null
  }

  await register(page, freshEmail)
  await page.waitForURL('**/verification?flow=**')
  await expect(page.getByText(`Check your email: we sent a code to ${freshEmail}.`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Later' }).click()
  await page.waitForURL('**/projects')
  expect(await isFound(freshEmail)).toBe(false)

  await page.getByRole('link', { name: 'Enter the code' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(freshEmail)
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill('12345')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.getByLabel('Code').fill(await codeOf(request, freshEmail, 2))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL('**/projects')
  await expect(page.getByRole('status').filter({ hasText: 'Email address verified' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter the code' })).toHaveCount(0)
  expect(await isFound(freshEmail)).toBe(true)

  const moved = freshEmail.replace('@', '.moved@')
  await page.goto('/user')
  await expect(page.getByText('Your email address is verified.')).toBeVisible()
  await page.getByLabel('Email').fill(moved)
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByText(`Check ${moved} for a code.`)).toBeVisible()
  expect([await isFound(freshEmail), await isFound(moved)]).toEqual([true, false])
  await page.getByRole('link', { name: 'Verify' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Code').fill(await codeOf(request, moved, 2))
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL('**/projects')
  expect([await isFound(freshEmail), await isFound(moved)]).toEqual([false, true])
  // The old address gets a notice after the two codes.
  await expect
    .poll(async () => (await mailsTo(request, freshEmail)).map(({ subject }) => subject))
    .toContain('Espalier: your email address was changed')
  await logOut(page)
  await logIn(page, moved)
  await page.waitForURL('**/projects')
})
