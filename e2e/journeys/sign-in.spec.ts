import { expect, logIn, logOut, password, register, test } from '../support/test.ts'

test('lets a new person register, set a name and a password, log out and log in again', async ({
  page,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await expect(page).toHaveTitle('Project List - Espalier')

  await page.goto('/user')
  await expect(page).toHaveTitle('User Settings - Espalier')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Byron')
  await page.getByRole('button', { name: 'Save profile' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Profile updated' })).toBeVisible()

  const second = `${password}-second`
  await expect(page.getByLabel('Re-enter password', { exact: true })).toBeHidden()
  await page.getByLabel('New password', { exact: true }).fill(second)
  await page.getByLabel('Re-enter password', { exact: true }).fill(`${second}!`)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByLabel('Re-enter password', { exact: true }).fill(second)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Password updated' })).toBeVisible()

  await logOut(page)
  await page.goto('/user')
  await page.waitForURL('**/login**')
  await logIn(page, freshEmail, second)
  await page.waitForURL('**/user')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await expect(page.getByLabel('Last name')).toHaveValue('Byron')
})

test('answers a wrong password and an unknown address alike and keeps the typed values', async ({
  page,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await logOut(page)
  const messages: string[] = []
  for (const email of [freshEmail, `unknown-${freshEmail}`]) {
    await page.goto('/login')
    await logIn(page, email, 'certainly-not-this-one')
    await expect(page.getByRole('alert').first()).toBeVisible()
    messages.push(await page.getByRole('alert').first().innerText())
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page).toHaveURL(/\/login/)
  }
  expect(messages[0]).toBe(messages[1])
})

test('shows errors at empty fields and sends nothing', async ({ page }) => {
  await page.goto('/login')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/self-service/')) sent.push(request.url())
  })
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).toBeFocused()
  expect(sent).toEqual([])
})

test('rejects a taken address and a weak password with their reasons', async ({ page, context, freshEmail }) => {
  await register(page, freshEmail, 'short')
  await expect(page.getByText(/^Error:/)).toBeVisible()
  await expect(page).toHaveURL(/\/register/)
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await context.clearCookies()
  await register(page, freshEmail)
  await expect(page.getByText(/^Error:/)).toBeVisible()
})

test('redirects a signed-in person from the login page', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await page.goto('/login')
  await page.waitForURL('**/projects')
  await page.goto('/login?next=/user')
  await page.waitForURL('**/user')
})

test('replaces a stale flow in the address by a new one', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await logOut(page)
  await page.goto('/login?flow=00000000-0000-4000-8000-000000000000')
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(page).not.toHaveURL(/00000000-0000/)
  await logIn(page, freshEmail)
  await page.waitForURL('**/projects')
})

test('notices a session ended elsewhere at the next guarded page and after the Back button', async ({
  page,
  context,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await page.goto('/hello')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.clearCookies()
  await page.goBack()
  await page.waitForURL('**/login**')
  await page.goto('/projects')
  await page.waitForURL('**/login**')
})

test('keeps a chosen plan through the flow', async ({ page, context, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await context.clearCookies()
  await page.goto('/login?plan=monthly')
  await logIn(page, freshEmail)
  await expect(page.getByRole('status').filter({ hasText: 'Subscription started' })).toBeVisible()
  await expect(page).toHaveURL(/\/projects/)
})

test('signs up and in by keyboard alone', async ({ page, freshEmail }) => {
  await page.goto('/register')
  await expect(page.getByLabel('Email')).toBeVisible()
  await page.getByLabel('Email').focus()
  await page.keyboard.type(freshEmail)
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/projects')
  const menu = page.getByRole('button', { name: /account menu/i })
  await expect(menu).toBeVisible()
  for (let step = 0; step < 30 && !(await menu.evaluate((element) => element === document.activeElement)); step++) {
    await page.keyboard.press('Tab')
  }
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  await expect(menu).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
})
