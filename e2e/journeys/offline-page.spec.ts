import { createHash } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { type FrontServer, openFrontServer } from '../support/front-server.ts'
import { startServer } from '../support/server.ts'
import { test as base, expect, logOut, register } from '../support/test.ts'
import { createTree, findTreeItem, openTree, storedNodes, titleEditor } from '../support/tree.ts'

/** Each file has its own server; here something in front of it can be switched off and can deploy another build. */
const test = base.extend<object, { front: FrontServer }>({
  front: [
    async ({}, use) => {
      const front = await openFrontServer()
      await use(front)
      await front.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ front }, use) => {
      const server = await startServer({ WEB_URL: front.url, PORT: `${front.serverPort}` })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})
test.use({ serviceWorkers: 'allow' })
test.afterEach(({ front }) => {
  front.setDown(false)
  front.restore()
})

/** The worker has stored the page, and answers this tab. */
const isStored = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

async function goOffline(context: BrowserContext, front: FrontServer): Promise<void> {
  front.setDown(true)
  await context.setOffline(true)
}

const workerPath = '/service-worker.js'

/** Replaces the page and its worker as a deployment of another build does. */
async function deployBuild(front: FrontServer, name: string, options: { isComplete?: boolean } = {}): Promise<void> {
  const read = async (path: string) => (await fetch(front.url + path)).text()
  front.restore()
  const shell = (await read('/shell.html')).replace('</head>', `<meta name="build" content="${name}" /></head>`)
  const digest = createHash('sha256').update(shell).digest('base64')
  const worker = (await read(workerPath))
    .replace(/\["\/shell\.html","[^"]+"\]/, `["/shell.html","sha256-${digest}"]`)
    .replace(/"id":"\w+"/, `"id":"${name}"`)
  front.replace(workerPath, worker)
  // Without it, the server that answers is still the one with the page of the build before.
  if (options.isComplete !== false) front.replace('/shell.html', shell)
}

const checkForNewVersion = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    // A build that cannot be stored is reported by a rejection.
    await registration?.update().catch(() => undefined)
  })

/** The build that the page in this tab belongs to; null: the one of the server. */
const readBuildName = (page: Page) => page.locator('meta[name=build]').getAttribute('content', { timeout: 30_000 })
const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready' })

test('opens every part of the page without a network after one visit', async ({ page, context, front }) => {
  await page.goto('/login')
  await isStored(page)
  await goOffline(context, front)
  // The tour needs the map, the client of a project, menus and the editor: none of it was loaded before.
  await page.goto('/hello')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('treeitem').first()).toBeVisible()
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/ - Espalier$/)
})

test('answers a second opening although the server never answers the page', async ({ page, front }) => {
  await page.goto('/login')
  await isStored(page)
  front.replace('/hello', 503)
  front.replace('/config.json', 503)
  await page.goto('/hello')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

test('leaves a path that is no screen, the API and pages of the server to the server', async ({ page }) => {
  await page.goto('/login')
  await isStored(page)
  expect((await page.goto('/no/such/place'))?.status()).toBe(404)
  const outbox = await page.goto('/dev/outbox')
  expect([outbox?.status(), outbox?.fromServiceWorker()]).toEqual([200, false])
  const login = await page.goto('/login')
  expect(login?.fromServiceWorker()).toBe(true)
  // The stored page has the same protection as the server's.
  expect(login?.headers()['content-security-policy']).toContain("script-src 'self'")
})

test('stores nothing about a person, neither while signed in nor after the logout', async ({ page, freshEmail }) => {
  const readCaches = () =>
    page.evaluate(async () => {
      const texts: Record<string, string> = {}
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          const response = await cache.match(request)
          const headers = JSON.stringify([...(response?.headers ?? [])])
          texts[new URL(request.url).pathname] = headers + (await response?.text())
        }
      }
      return texts
    })
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await isStored(page)
  const { projectId } = await createTree(page, 'Walled orchard', { 'Espaliered pears': {} })
  await openTree(page, projectId)
  await page.goto('/user')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const expectNothingPersonal = async () => {
    const stored = await readCaches()
    const others = Object.keys(stored).filter((path) => !path.startsWith('/assets/'))
    expect(others.sort()).toEqual(['/config.json', '/favicon.svg', '/shell.html'])
    const all = JSON.stringify(stored)
    for (const text of [freshEmail, projectId, 'Walled orchard', 'Espaliered pears', 'set-cookie'])
      expect(all).not.toContain(text)
  }
  await expectNothingPersonal()
  await logOut(page)
  await expectNothingPersonal()
})

test('offers a new version, and starts it in all tabs with the typed text', async ({
  page,
  context,
  front,
  freshEmail,
}) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  await isStored(page)
  const { projectId } = await createTree(page, 'Orchard', { Trees: { Pears: {} } })
  const other = await context.newPage()
  await openTree(other, projectId)
  await deployBuild(front, 'second')
  await page.reload()
  await checkForNewVersion(page)
  await expect(offer(page)).toBeVisible()
  // Nobody has asked for it yet: every tab still gets the first version as a whole.
  const third = await context.newPage()
  await third.goto('/login')
  await expect(third.locator('meta[name=build]')).toHaveCount(0)
  await third.close()

  await findTreeItem(other, 'Pears').dblclick({ position: { x: 100, y: 8 } })
  await titleEditor(other).press('Control+A')
  await other.keyboard.type('Quinces')
  await offer(page).getByRole('button', { name: 'Reload' }).click()
  await expect.poll(() => readBuildName(page)).toBe('second')
  await expect.poll(() => readBuildName(other)).toBe('second')
  await expect(findTreeItem(other, 'Quinces')).toBeVisible()
  await expect.poll(async () => (await storedNodes(page, projectId)).map(({ title }) => title)).toContain('Quinces')
  await expect(offer(page)).toBeHidden()
})

test('takes the new version by itself once every tab was closed', async ({ page, context, front }) => {
  await page.goto('/login')
  await isStored(page)
  await deployBuild(front, 'third')
  await checkForNewVersion(page)
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/'))?.waiting != null)
  await page.goto('about:blank')
  // Each look is a tab of its own. A busy browser needs a moment without any to let the old version go.
  await expect
    .poll(
      async () => {
        const next = await context.newPage()
        await next.goto('/login')
        const build = await next.locator('meta[name=build]').count()
        await next.close()
        return build
      },
      { intervals: [1_000, 3_000, 6_000, 10_000] },
    )
    .toBe(1)
})

test('never shows a build that could not be stored as a whole', async ({ page, context, front }) => {
  await page.goto('/login')
  await isStored(page)
  await deployBuild(front, 'broken', { isComplete: false })
  await checkForNewVersion(page)
  // On a busy machine, nothing of the build has been stored yet when the look for it ends.
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/'))?.installing == null)
  const names = () => page.evaluate(() => caches.keys())
  await expect.poll(async () => (await names()).filter((name) => name.endsWith('broken'))).toEqual([])
  expect(await names()).toHaveLength(1)
  await expect(offer(page)).toHaveCount(0)
  await goOffline(context, front)
  await page.goto('/hello')
  await expect(page.getByRole('treeitem').first()).toBeVisible()
})

const whatIsLeft = (page: Page) =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
  }))

test('removes itself when the server no longer has a worker', async ({ page, front }) => {
  await page.goto('/login')
  await isStored(page)
  front.replace(workerPath, 410)
  await expect
    .poll(
      async () => {
        await page.goto('/pricing')
        return whatIsLeft(page)
      },
      { intervals: [4_000] },
    )
    .toEqual({ workers: 0, caches: 0 })
  expect((await page.goto('/pricing'))?.fromServiceWorker()).toBe(false)
})

test('is removed from a browser when the operator switches it off', async ({ page, front }) => {
  await page.goto('/login')
  await isStored(page)
  await page.evaluate(() => localStorage.setItem('unsent:example', 'text'))
  const off = await startServer({ SERVICE_WORKER: 'off' })
  front.replace(workerPath, await (await fetch(off.url + workerPath)).text())
  await off.stop()
  await checkForNewVersion(page)
  // The tab reloads once, because what answered it is gone.
  await expect.poll(() => whatIsLeft(page).catch(() => null)).toEqual({ workers: 0, caches: 0 })
  expect(await page.evaluate(() => localStorage.getItem('unsent:example'))).toBe('text')
})

test('adds a text shared by another app to a chosen project', async ({ page, freshEmail }) => {
  await register(page, freshEmail)
  await page.waitForURL('**/projects')
  const { projectId } = await createTree(page, 'Orchard', { Trees: {} })
  await createTree(page, 'Vegetables', { Beds: {} })
  await page.goto('/share?title=Pruning%20pears&text=https%3A%2F%2Fexample.com%2Fpears')
  await expect(page.getByLabel('Title')).toHaveValue('Pruning pears')
  await page.getByLabel('Project').selectOption({ label: 'Orchard' })
  await page.getByRole('button', { name: 'Add node' }).click()
  await page.waitForURL(`**/tree/${projectId}#*`)
  await expect(findTreeItem(page, 'Pruning pears')).toBeVisible()
  await expect
    .poll(async () => (await storedNodes(page, projectId)).map(({ title }) => title).sort())
    .toEqual(['Pruning pears', 'Trees'])
})
