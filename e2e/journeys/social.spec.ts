import { startOpenIdProvider, type RunningOpenIdProvider } from '@espalier/identity/testing'
import { test as base, expect, logOut, password, register } from '../support/test.ts'
import { startServer } from '../support/server.ts'

const test = base.extend<object, { provider: RunningOpenIdProvider }>({
  provider: [
    async ({}, use) => {
      const provider = await startOpenIdProvider({
        accounts: [
          { sub: 'ada', email: 'ada@example.com', email_verified: true, given_name: 'Ada', family_name: 'Byron' },
          { sub: 'ben', email: 'ben@example.com', email_verified: true, given_name: 'Ben', family_name: 'Ohm' },
        ],
      })
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer({
        OIDC_GOOGLE_CLIENT_ID: provider.clientId,
        OIDC_GOOGLE_CLIENT_SECRET: provider.clientSecret,
        OIDC_GOOGLE_ISSUER: provider.issuer,
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

test('signs up with Google, logs out, and signs in with Google again', async ({ page, provider }) => {
  provider.nextAccount('ada')
  await page.goto('/register')
  await page.getByRole('button', { name: 'Sign up with Google' }).click()
  await page.waitForURL('**/projects')
  await page.goto('/user')
  await expect(page.getByLabel('First name')).toHaveValue('Ada')
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.waitForURL('**/projects')
})

test('links an address with a password only after that password', async ({ page, provider }) => {
  provider.nextAccount('ben')
  await register(page, 'ben@example.com')
  await page.waitForURL('**/projects')
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in with Google' }).click()
  await page.waitForURL('**/login?flow=**')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/projects')
  await page.goto('/user')
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
  await page.getByRole('button', { name: 'Unlink Google' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Google social auth successfully unlinked' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Link Google' })).toBeVisible()
  await page.getByRole('button', { name: 'Link Google' }).click()
  await page.waitForURL('**/user**')
  await expect(page.getByRole('button', { name: 'Unlink Google' })).toBeVisible()
})
