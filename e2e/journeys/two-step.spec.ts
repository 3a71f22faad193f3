import { createAuthenticatorApp } from '@espalier/identity/testing'
import { openPool } from '@espalier/postgres'
import type { CDPSession, Page } from '@playwright/test'
import { expect, logIn, logOut, password, register, test } from '../support/test.ts'

/** A device whose owner is present and confirms with a fingerprint. */
async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

/** Resolves when the page follows its inbox over a socket that the server has accepted. */
const whenFollowing = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('notificationAdded')) resolve()
      }),
    )
  })

/** Makes all sign-ins ten minutes older. */
async function ageLogins(databaseUrl: string): Promise<void> {
  const pool = openPool({ connectionString: databaseUrl })
  await pool.query(`update identity.sessions set methods = (
    select jsonb_agg(method || jsonb_build_object('completed_at', (method->>'completed_at')::timestamptz - interval '10 minutes'))
    from jsonb_array_elements(methods) as method)`)
  await pool.end()
}

const findSection = (page: Page, name: string) => page.getByRole('region', { name })

test('protects an account by a second step, recovery codes and a passkey, and ends sessions elsewhere', async ({
  page,
  browser,
  server,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')

  // Turning it on: the app's secret, a wrong code, a right one, and the recovery codes.
  await page.goto('/user')
  const twoStep = findSection(page, 'Two-step sign-in')
  await twoStep.getByRole('button', { name: 'Set up an app' }).click()
  await expect(twoStep.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const app = createAuthenticatorApp((await twoStep.locator('code').first().textContent()) ?? '')
  const code = twoStep.getByLabel('Code from the app')
  await code.fill('000000')
  await twoStep.getByRole('button', { name: 'Turn on' }).click()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await code.fill(app.code(Date.now()))
  await page.keyboard.press('Enter')
  const codes = twoStep.getByRole('list', { name: 'Your recovery codes' }).locator('code')
  await expect(codes).toHaveCount(12)
  const [recoveryCode = ''] = await codes.allTextContents()
  const downloading = page.waitForEvent('download')
  await twoStep.getByRole('button', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toContain('recovery codes')
  await twoStep.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText('Recovery codes saved')).toBeVisible()
  await expect(codes).toHaveCount(0)

  // The next login takes the code, and a code that is wrong says so.
  await logOut(page)
  await logIn(page, freshEmail)
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  await expect(page.getByLabel('Code from the app')).toBeFocused()
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toBeFocused()
  await page.getByLabel('Code from the app').fill(app.code(Date.now()))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/projects')

  // A recovery code works once, in another browser, which the first one then ends.
  const other = await (await browser.newContext({ baseURL: server.url })).newPage()
  const useRecoveryCode = async () => {
    await other.goto('/login')
    await logIn(other, freshEmail)
    await other.getByRole('button', { name: 'Use a recovery code instead' }).click()
    await other.getByLabel('Recovery code').fill(recoveryCode)
    await other.keyboard.press('Enter')
  }
  const isFollowing = whenFollowing(other)
  await useRecoveryCode()
  await other.waitForURL('**/projects')
  await isFollowing
  await page.goto('/user')
  const sessions = findSection(page, 'Sessions').getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This browser')
  await findSection(page, 'Sessions').getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(sessions).toHaveCount(1)
  // The open list there leaves by itself.
  await other.waitForURL('**/login')
  await useRecoveryCode()
  await expect(other.getByRole('alert')).toBeVisible()
  await other.context().close()

  // A passkey instead of the password; the second step stays.
  await addAuthenticator(page)
  await twoStep.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(twoStep.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')).toHaveCount(1)

  // The login is not fresh any more, so that turning it off needs both steps again, and then continues by itself.
  await ageLogins(server.env['DATABASE_URL'] ?? '')
  await twoStep.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('heading', { name: "Confirm it's you" })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible()
  // The code of this moment may have been used above.
  await page.getByLabel('Code from the app').fill(app.code(Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user**')
  await expect(twoStep.getByText('Two-step sign-in is off.')).toBeVisible()
  await expect(twoStep.getByRole('button', { name: 'New recovery codes' })).toHaveCount(0)
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/projects')
})
