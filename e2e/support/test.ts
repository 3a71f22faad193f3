import { test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { findBarriers } from './axe.ts'
import { startServer, type RunningServer } from './server.ts'

interface WorkerSettings {
  /** The environment of this file's server. */
  settings: Record<string, string>
  server: RunningServer
}

export const test = base.extend<{ freshEmail: string; serverLog: void }, WorkerSettings>({
  settings: [{}, { option: true, scope: 'worker' }],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings)
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  serverLog: [async ({ server }, use, testInfo) => printLogOfFailure(() => [server], use, testInfo), { auto: true }],
  baseURL: async ({ server }, use) => use(server.url),
  freshEmail: async ({}, use) => use(`${Math.random().toString(36).slice(2, 10)}@example.com`),
  page: async ({ page, server }, use) => {
    const violations: string[] = []
    page.on('request', (request) => {
      if (isExternal(request.url(), server.url)) violations.push(`asked for ${request.url()}`)
    })
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) violations.push(message.text())
    })
    page.on('pageerror', (error) => violations.push(`uncaught: ${error.message}`))
    await use(page)
    expect(violations, 'no page error, nothing that the policy refused, nothing asked of others').toEqual([])
  },
})
export { expect }

/** A failure that a busy or restarted database caused is explained by the server's log, and only there. */
export async function printLogOfFailure(
  listServers: () => readonly RunningServer[],
  use: () => Promise<void>,
  testInfo: TestInfo,
): Promise<void> {
  const starts = new Map(listServers().map((server) => [server, server.output().length]))
  await use()
  if (testInfo.status === testInfo.expectedStatus) return
  for (const server of listServers()) {
    const logged = server.output().slice(starts.get(server) ?? 0)
    if (logged !== '') process.stderr.write(`The server logged during "${testInfo.title}":\n${logged.slice(-4_000)}\n`)
  }
}

/** The test's own stand-ins are on this machine; any other request would reveal that somebody is here. */
function isExternal(address: string, home: string): boolean {
  const { protocol, hostname, origin } = new URL(address)
  if (protocol === 'data:' || protocol === 'blob:' || origin === new URL(home).origin) return false
  return !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

/**
 * Checks that axe finds no barrier. Every screen in its states is in `e2e/screens`: this is for what no scene reaches.
 */
export async function expectAccessible(
  page: Page,
  options: { readonly checksTargetSize?: boolean } = {},
): Promise<void> {
  expect(await findBarriers(page, options)).toEqual([])
}

export const password = 'a-garden-wall-in-June-42'

export async function register(page: Page, email: string, secret = password): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
}

export async function logIn(page: Page, email: string, secret = password): Promise<void> {
  // The address changes before the page does, and other pages have a field of this name too.
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account menu/i }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
}
