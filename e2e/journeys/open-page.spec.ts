import type { Page, Request, Route } from '@playwright/test'
import { ask, createNode } from '../support/api.ts'
import { createTree, canvasOf, findTreeItem, openTree } from '../support/tree.ts'
import { expect, logOut, register, test } from '../support/test.ts'

/** The requests that went over the network, by path. What the browser already had does not count. */
interface NetworkRecord {
  /** Lists what was sent until the page showed what it was opened for, by the browser's clock. */
  pathsUntilShown(): Promise<readonly string[]>
  clear(): void
}

/** Notes in the page when the first element that matches is there: this process may notice it much later. */
const noteWhenShown = (selector: string): void => {
  const note = () => {
    if (document.querySelector(selector) === null) return
    watcher.disconnect()
    document.documentElement.dataset['shownAt'] = String(performance.timeOrigin + performance.now())
  }
  const watcher = new MutationObserver(note)
  watcher.observe(document, { subtree: true, childList: true, attributes: true })
}

async function recordNetwork(page: Page, selector: string): Promise<NetworkRecord> {
  await page.addInitScript(noteWhenShown, selector)
  const session = await page.context().newCDPSession(page)
  const sent = new Map<string, { readonly path: string; readonly at: number }>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, wallTime }) => {
    if (!request.url.startsWith('http')) return
    sent.set(requestId, { path: new URL(request.url).pathname, at: wallTime * 1_000 })
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void sent.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true || response.fromPrefetchCache === true) sent.delete(requestId)
  })
  return {
    async pathsUntilShown() {
      const root = page.locator('html')
      await expect(root).toHaveAttribute('data-shown-at', /\d/)
      const shownAt = Number(await root.getAttribute('data-shown-at'))
      return [...sent.values()].filter(({ at }) => at <= shownAt).map(({ path }) => path)
    },
    clear: () => sent.clear(),
  }
}

const isReady = (page: Page) => expect(canvasOf(page)).toHaveAttribute('data-ready', 'true')

const createOrchard = async (page: Page, email: string): Promise<string> => {
  await register(page, email)
  await page.waitForURL('**/projects')
  return (await createTree(page, 'Orchard', { Trees: { Pears: {}, Plums: {} } })).projectId
}

/**
 * Lets only those requests through that the HTML names, and those that the test allows. What is shown then depends on a
 * chain of two requests: the HTML, and what it names.
 */
async function allowNamed(page: Page, isAllowed: (path: string) => boolean = () => false): Promise<readonly string[]> {
  const refused: string[] = []
  let html = ''
  await page.route('**', async (route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (isDocument(request)) {
      const response = await route.fetch()
      html = await response.text()
      return route.fulfill({ response, body: html })
    }
    if (html.includes(`"${pathname}"`) || isAllowed(pathname)) return route.continue()
    refused.push(pathname)
    return route.abort()
  })
  return refused
}

const isTool = (path: string): boolean => path.startsWith('/assets/project-tools-')

const isPicture = (path: string): boolean => path.startsWith('/avatar/')

const isDocument = (request: Request): boolean => request.resourceType() === 'document'

test('paints a plan with the HTML and what the HTML names, in at most 12 requests', async ({
  page,
  context,
  freshEmail,
}) => {
  const projectId = await createOrchard(page, freshEmail)

  await test.step('nothing but what the HTML names is needed', async () => {
    const fresh = await context.newPage()
    const refused = await allowNamed(fresh, isTool)
    await fresh.goto(`/tree/${projectId}`)
    await isReady(fresh)
    await expect(findTreeItem(fresh, 'Plums')).toBeVisible()
    // The tools follow the painted plan, with one file more and its styles.
    await expect(fresh.getByRole('group', { name: 'Tools' })).toBeVisible()
    // Pages that the person may open next are loaded when idle, and some of them are refused here, too.
    expect(refused.filter((path) => path.startsWith('/assets/project-'))).toEqual([])
    await fresh.close()
  })

  await test.step('a new browser sends at most 12 requests', async () => {
    const fresh = await (await context.browser()?.newContext({ storageState: await context.storageState() }))?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh, '[data-ready="true"]')
    await fresh.goto(new URL(`/tree/${projectId}`, page.url()).href)
    await isReady(fresh)
    const first = await network.pathsUntilShown()
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(12)

    await fresh.goto('about:blank')
    network.clear()
    await fresh.goto(new URL(`/tree/${projectId}`, page.url()).href)
    await isReady(fresh)
    await expect(findTreeItem(fresh, 'Plums')).toBeVisible()
    const second = await network.pathsUntilShown()
    expect(second.filter((path) => first.includes(path) && path.startsWith('/assets/'))).toEqual([])
    const nodes = await fresh.evaluate(() => {
      const found = performance.getEntriesByType('resource').find(({ name }) => name.includes('/page-data/projects/'))
      const { transferSize = 0, encodedBodySize = 0 } = (found ?? {}) as PerformanceResourceTiming
      return { isConfirmed: transferSize < encodedBodySize || transferSize === 300, encodedBodySize }
    })
    expect(nodes.encodedBodySize).toBeGreaterThan(0)
    expect(nodes.isConfirmed, 'an unchanged project is confirmed and not sent again').toBe(true)
    await fresh.context().close()
  })
})

test('shows the list of projects, my work and the inbox in at most 8 requests and a picture, and the login page in at most 8', async ({
  page,
  context,
  freshEmail,
}) => {
  const projectId = await createOrchard(page, freshEmail)
  const { projects } = await ask<{ projects: { owner: string }[] }>(page, '{ projects(filter: inbox) { owner } }')
  await createNode(page, { projectId, title: 'Graft', assigneeIds: projects.map(({ owner }) => owner) })
  const home = page.url()

  await test.step('the list of projects', async () => {
    const fresh = await (await context.browser()?.newContext({ storageState: await context.storageState() }))?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh, 'a[href^="/tree/"]')
    await fresh.goto(home)
    await expect(fresh.getByRole('link', { name: 'Orchard' })).toBeVisible()
    // The person's picture in the top bar may be requested before: nothing waits for it.
    const paths = (await network.pathsUntilShown()).filter((path) => !isPicture(path))
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(8)
    await fresh.context().close()
  })

  await test.step('my work', async () => {
    const fresh = await (await context.browser()?.newContext({ storageState: await context.storageState() }))?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh, '[data-node-id]')
    await fresh.goto(new URL('/my-work', home).href)
    await expect(fresh.getByRole('link', { name: 'Graft' })).toBeVisible()
    const paths = (await network.pathsUntilShown()).filter((path) => !isPicture(path))
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(8)
    expect(paths).not.toContain('/graphql/')
    await fresh.context().close()
  })

  await test.step('the inbox', async () => {
    const fresh = await (await context.browser()?.newContext({ storageState: await context.storageState() }))?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh, 'main h2')
    await fresh.goto(new URL('/inbox', home).href)
    await expect(fresh.getByRole('heading', { name: 'Inbox' })).toBeVisible()
    const paths = (await network.pathsUntilShown()).filter((path) => !isPicture(path))
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(8)
    expect(paths).not.toContain('/graphql/')
    await fresh.context().close()
  })

  await test.step('the login page', async () => {
    const fresh = await (await context.browser()?.newContext())?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh, 'input[type="email"]')
    await fresh.goto(new URL('/login', home).href)
    await expect(fresh.getByLabel('Email')).toBeVisible()
    const paths = await network.pathsUntilShown()
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(8)
    // The third request of the chain starts the flow.
    const flow = '/identity/self-service/login/browser'
    await allowNamed(fresh, (path) => path === flow)
    await fresh.goto(new URL('/login', home).href)
    await expect(fresh.getByLabel('Email')).toBeVisible()
    await fresh.context().close()
  })
})

/** The stored pictures of plans. */
const listPictures = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(window.localStorage).filter((name) => name.startsWith('picture:')))

test('paints the last view of a plan before the code of the page has loaded, and replaces it', async ({
  page,
  freshEmail,
}) => {
  const projectId = await createOrchard(page, freshEmail)
  await openTree(page, projectId)
  await expect.poll(() => listPictures(page)).toHaveLength(1)
  const held: Route[] = []
  let isHolding = true
  await page.route('**/assets/vendor-*.js', async (route) => {
    if (isHolding) held.push(route)
    else await route.continue()
  })
  const images: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image') images.push(request.url())
  })
  await page.goto(`/tree/${projectId}`, { waitUntil: 'commit' })
  const picture = page.locator('#plan-picture')
  await expect(picture).toHaveAttribute('data-shown', '')
  // The page's own map is not there yet, so what is painted is the picture.
  await expect(canvasOf(page)).toHaveCount(0)
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  expect(images.filter((url) => url.startsWith('http'))).toEqual([])
  isHolding = false
  for (const route of held) await route.continue()
  await isReady(page)
  await expect(picture).toHaveCount(0)
  await expect(findTreeItem(page, 'Plums')).toBeVisible()
})

test('paints a plan that was never opened in this browser before the code of the page has loaded', async ({
  page,
  context,
  freshEmail,
}) => {
  const projectId = await createOrchard(page, freshEmail)
  const fresh = await (await context.browser()?.newContext({ storageState: await context.storageState() }))?.newPage()
  if (fresh === undefined) throw new Error('There is no browser')
  await fresh.addInitScript(() => window.localStorage.clear())
  const held: Route[] = []
  await fresh.route('**/assets/vendor-*.js', (route) => void held.push(route))
  await fresh.goto(new URL(`/tree/${projectId}`, page.url()).href, { waitUntil: 'commit' })
  const view = fresh.locator('#plan-picture[data-first]')
  await expect(view).toHaveAttribute('data-shown', '')
  await expect(canvasOf(fresh)).toHaveCount(0)
  for (const route of held) await route.continue()
  await isReady(fresh)
  await expect(view).toHaveCount(0)
  await expect(findTreeItem(fresh, 'Plums')).toBeVisible()
  await fresh.context().close()
})

test("shows nothing of the last person's project to the next person at the same computer", async ({
  page,
  freshEmail,
}) => {
  const projectId = await createOrchard(page, freshEmail)
  await openTree(page, projectId)
  await expect.poll(() => listPictures(page)).toHaveLength(1)
  await logOut(page)
  expect(await listPictures(page)).toEqual([])
  const shown: string[] = []
  await page.exposeFunction('reportTitle', (title: string) => shown.push(title))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { reportTitle } = window as unknown as { reportTitle(title: string): void }
      if (document.body?.textContent?.includes('Plums') === true) reportTitle('Plums')
      if (document.getElementById('plan-picture') !== null) reportTitle('a picture')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  const notFound = page.getByRole('heading', { name: 'Project not found' })
  await page.goto(`/tree/${projectId}`)
  await page.waitForURL('**/login?next=*')
  // The login page has remembered the project by then, so that signing up leads back to it.
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled()
  await register(page, `next-${freshEmail}`)
  await page.waitForURL(`**/tree/${projectId}`)
  await expect(notFound).toBeVisible()
  await page.reload()
  await expect(notFound).toBeVisible()
  expect(shown).toEqual([])
})
