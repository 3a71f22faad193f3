import type { Page, Request } from '@playwright/test'
import { createTree, canvasOf, findTreeItem, openTree } from '../support/tree.ts'
import { expect, logOut, register, test } from '../support/test.ts'

/** The requests that went over the network, by path. What the browser already had does not count. */
interface NetworkRecord {
  paths(): readonly string[]
  clear(): void
}

async function recordNetwork(page: Page): Promise<NetworkRecord> {
  // What an idle page loads ahead for later does not belong to its opening.
  await page.addInitScript(() => (window.requestIdleCallback = () => 0))
  const session = await page.context().newCDPSession(page)
  const sent = new Map<string, string>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const asked = [...(request.postData ?? '').matchAll(/"operationName":"(\w+)"/g)].map(([, name]) => name)
    if (request.url.startsWith('http')) sent.set(requestId, [new URL(request.url).pathname, ...asked].join(' '))
  })
  session.on('Network.requestServedFromCache', ({ requestId }) => void sent.delete(requestId))
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache === true || response.fromPrefetchCache === true) sent.delete(requestId)
  })
  return { paths: () => [...sent.values()], clear: () => sent.clear() }
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
    await allowNamed(fresh)
    await fresh.goto(`/tree/${projectId}`)
    await isReady(fresh)
    await expect(findTreeItem(fresh, 'Plums')).toBeVisible()
    await expect(fresh.getByRole('group', { name: 'Tools' })).toBeVisible()
    await fresh.close()
  })

  await test.step('a new browser sends at most 12 requests', async () => {
    const fresh = await (await context.browser()?.newContext({ storageState: await context.storageState() }))?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh)
    await fresh.goto(new URL(`/tree/${projectId}`, page.url()).href)
    await isReady(fresh)
    const first = network.paths()
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(12)

    await fresh.goto('about:blank')
    network.clear()
    await fresh.goto(new URL(`/tree/${projectId}`, page.url()).href)
    await isReady(fresh)
    await expect(findTreeItem(fresh, 'Plums')).toBeVisible()
    expect(network.paths().filter((path) => first.includes(path) && path.startsWith('/assets/'))).toEqual([])
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

test('shows the list of projects in at most 8 requests and a picture, and the login page in at most 8', async ({
  page,
  context,
  freshEmail,
}) => {
  await createOrchard(page, freshEmail)
  const home = page.url()

  await test.step('the list of projects', async () => {
    const fresh = await (await context.browser()?.newContext({ storageState: await context.storageState() }))?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh)
    await fresh.goto(home)
    await expect(fresh.getByRole('link', { name: 'Orchard' })).toBeVisible()
    // The person's picture in the top bar is the ninth: it comes after the list and nothing waits for it.
    await expect.poll(() => network.paths().filter(isPicture)).toHaveLength(1)
    const others = network.paths().filter((path) => !isPicture(path))
    expect(others.length, others.join('\n')).toBeLessThanOrEqual(8)
    await fresh.context().close()
  })

  await test.step('the login page', async () => {
    const fresh = await (await context.browser()?.newContext())?.newPage()
    if (fresh === undefined) throw new Error('There is no browser')
    const network = await recordNetwork(fresh)
    await fresh.goto(new URL('/login', home).href)
    await expect(fresh.getByLabel('Email')).toBeVisible()
    expect(network.paths().length, network.paths().join('\n')).toBeLessThanOrEqual(8)
    // The third request of the chain starts the flow.
    const flow = '/identity/self-service/login/browser'
    await allowNamed(fresh, (path) => path === flow)
    await fresh.goto(new URL('/login', home).href)
    await expect(fresh.getByLabel('Email')).toBeVisible()
    await fresh.context().close()
  })
})

test("shows nothing of the last person's project to the next person at the same computer", async ({
  page,
  freshEmail,
}) => {
  const projectId = await createOrchard(page, freshEmail)
  await openTree(page, projectId)
  await logOut(page)
  await page.goto(`/tree/${projectId}`)
  await page.waitForURL('**/login?next=*')
  await register(page, `next-${freshEmail}`)
  await page.waitForURL('**/projects')
  const shown: string[] = []
  await page.exposeFunction('reportTitle', (title: string) => shown.push(title))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { reportTitle } = window as unknown as { reportTitle(title: string): void }
      if (document.body?.textContent?.includes('Plums') === true) reportTitle('Plums')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.goto(`/tree/${projectId}`)
  await expect(page.getByRole('heading', { name: 'Project not found' })).toBeVisible()
  expect(shown).toEqual([])
})
