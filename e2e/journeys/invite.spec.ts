import { createProject } from '../support/api.ts'
import { mailsTo } from '../support/mailbox.ts'
import { expect, password, register, test } from '../support/test.ts'

test.use({ settings: { SIGNUP: 'beta' } })

test('lets an invited friend in at once by the mailed link, and nobody else', async ({
  page,
  request,
  browser,
  baseURL,
  freshEmail,
}) => {
  const friend = `friend-of-${freshEmail}`
  await register(page, freshEmail)
  await page.waitForURL('**/pending')
  await expect(page.getByRole('link', { name: 'Invite' })).toHaveCount(0)
  await page.goto('/trial')
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await page.waitForURL('**/projects**')

  await page.getByRole('link', { name: 'Invite' }).click()
  await page.getByLabel('Email addresses').fill(`${friend.toUpperCase()}, nobody`)
  await page.getByRole('button', { name: 'Send invites' }).click()
  await expect(page.getByText('Invalid email nobody')).toBeVisible()
  await page.getByLabel('Email addresses').fill(friend.toUpperCase())
  await page.getByRole('button', { name: 'Send invites' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Invites sent' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await expect.poll(async () => (await mailsTo(request, friend)).length).toBe(1)
  const [mail] = await mailsTo(request, friend)
  expect(mail?.subject).toBe(`${freshEmail} invites you to Espalier`)
  const link = /http:\/\/\S+\/register\?invite=\S+/.exec(mail?.text ?? '')?.[0] ?? ''

  for (const email of [`other-than-${friend}`, friend]) {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
    const visitor = await context.newPage()
    await visitor.goto(link)
    await expect(visitor.getByLabel('Email')).toHaveValue(friend)
    await visitor.getByLabel('Email').fill(email)
    await visitor.getByLabel('Password', { exact: true }).fill(password)
    await visitor.getByRole('button', { name: 'Sign up', exact: true }).click()
    if (email === friend) {
      await visitor.waitForURL('**/projects')
      await expect(visitor.getByRole('link', { name: 'Create my first project' })).toBeVisible()
    } else {
      await visitor.waitForURL('**/pending')
      await expect(visitor.getByRole('alert')).toContainText('This invite is for another email address')
    }
    await context.close()
  }
})

test('lets a person in who was invited to a project', async ({ page, browser, baseURL, freshEmail }) => {
  const friend = `friend-of-${freshEmail}`
  await register(page, freshEmail)
  await page.waitForURL('**/pending')
  await page.goto('/trial')
  await page.getByRole('button', { name: 'Start free trial' }).click()
  await page.waitForURL('**/projects**')
  const id = await createProject(page, 'Orchard')
  await page.goto(`/tree/${id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Orchard' })
  await dialog.getByLabel('Add people by email').fill(friend)
  await dialog.getByLabel('Add people by email').press('Enter')
  await dialog.getByRole('button', { name: `Invite ${friend}` }).click()
  const link = await dialog.getByRole('textbox', { name: `Invite link for ${friend}` }).inputValue()

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const visitor = await context.newPage()
  await visitor.goto(link)
  await visitor.getByRole('link', { name: 'Sign up to join' }).click()
  await visitor.getByLabel('Password', { exact: true }).fill(password)
  await visitor.getByRole('button', { name: 'Sign up', exact: true }).click()
  await visitor.waitForURL(`**/tree/${id}`)
  await expect(visitor.getByRole('button', { name: 'Share', exact: true })).toBeEnabled()
  await context.close()
})
