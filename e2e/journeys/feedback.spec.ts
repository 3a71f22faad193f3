import { runAdmin } from '../support/admin.ts'
import { startRecorder } from '../support/recorder.ts'
import { startServer } from '../support/server.ts'
import { expect, logIn, logOut, register, test } from '../support/test.ts'

test('lets two people post on the feedback board and the operator answer', async ({ page, server, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await page.getByRole('link', { name: 'Feedback' }).click()
  await expect(page).toHaveTitle('User feedback - Espalier')
  await expect(page.getByRole('link', { name: 'Feedback' })).toHaveCount(0)
  await expect(page.getByText('No requests yet')).toBeVisible()
  await page.getByRole('link', { name: 'New post' }).click()
  await page.getByLabel('Title').fill('A dark mode for the canvas')
  await page.getByLabel('Details').fill('My eyes hurt at night.\n<script>alert(1)</script>')
  // Typed text survives a reload.
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue('A dark mode for the canvas')
  await page.getByRole('button', { name: 'Post', exact: true }).click()
  await page.waitForURL('**/feedback/p/1-a-dark-mode-for-the-canvas')
  await expect(page.getByText('<script>alert(1)</script>')).toBeVisible()
  await logOut(page)

  await register(page, `second-${freshEmail}`)
  await page.waitForURL('**/projects')
  await page.goto('/feedback/new')
  await page.getByLabel('Title').fill('Darker canvases')
  await page.getByRole('link', { name: 'A dark mode for the canvas' }).click()
  await page.getByRole('button', { name: /^Vote for A dark mode/ }).click()
  await expect(page.getByRole('button', { name: /^Vote for .*, 2 votes$/ })).toHaveAttribute('aria-pressed', 'true')
  await page.getByLabel('Comment').fill('Yes, please.')
  await page.getByRole('button', { name: 'Add comment' }).click()
  await expect(page.getByRole('heading', { name: '1 comment', exact: true })).toBeVisible()

  const answered = await runAdmin(server.env, 'feedback', 'planned', '1', 'It comes in spring.')
  expect(answered).toEqual({ code: 0, output: 'Post #1 is planned now: /feedback/p/1-a-dark-mode-for-the-canvas' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(page.getByText('It comes in spring.')).toBeVisible()
  await page.goto('/feedback?status=planned')
  await expect(page.getByRole('list', { name: 'Posts' }).getByRole('listitem')).toHaveCount(1)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByLabel('Search posts').fill('night eyes')
  await expect(page).toHaveURL(/search=night\+eyes/)
  await expect(page.getByRole('link', { name: 'A dark mode for the canvas' })).toBeVisible()
})

test('loads the vendor’s feedback board on its page only, with the person signed in', async ({ browser }) => {
  const sdk = await startRecorder('window.Canny.q.forEach((words) => (document.title += JSON.stringify(words)))')
  const server = await startServer({
    FEEDBACK: 'canny',
    FEEDBACK_BOARD_TOKEN: 'board-1',
    FEEDBACK_SSO_KEY: 'a-private-key',
    FEEDBACK_SDK_URL: `${sdk.url}/sdk.js`,
  })
  const page = await browser.newPage({ baseURL: server.url })
  try {
    await register(page, 'ada@example.com')
    await page.waitForURL('**/projects')
    await page.goto('/user')
    expect(sdk.received).toEqual([])
    await page.getByRole('link', { name: 'Feedback' }).click()
    await expect(page).toHaveTitle(/"render",\{"boardToken":"board-1","basePath":"\/feedback","ssoToken":"ey/)
    expect(sdk.received.map(({ path }) => path)).toEqual(['/sdk.js'])
    expect(sdk.received[0]?.headers['referer']).toBeUndefined()
    // Coming from another address of the product, the page reloads: only then may it load the script.
    await logOut(page)
    await page.goto('/login?next=/feedback/ideas')
    await logIn(page, 'ada@example.com')
    await expect(page).toHaveTitle(/"render"/)
  } finally {
    await page.close()
    await server.stop()
    sdk.stop()
  }
})
