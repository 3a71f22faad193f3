import { EventEmitter, once } from 'node:events'
import type { Browser, BrowserContext, Locator, Page, WebSocketRoute } from '@playwright/test'
import { ask } from './api.ts'
import { visitor } from './identity-client.ts'
import { test as base, expect, password } from './test.ts'
import { openTree, createTree, type TreeInput, type CreatedTree } from './tree.ts'

/** A person with their own browser. */
export interface RegisteredPerson {
  readonly id: string
  readonly email: string
  /** How others see a person who has given no name: the first part of the address. */
  readonly shownName: string
  readonly page: Page
  readonly context: BrowserContext
}

export interface Pair {
  readonly ann: RegisteredPerson
  readonly bea: RegisteredPerson
  /** Uncaught errors of either page. */
  readonly faults: string[]
}

export const test = base.extend<{ usualWindows: undefined }, { pair: Pair }>({
  pair: [
    async ({ browser, server }, use) => {
      const faults: string[] = []
      const [ann, bea] = await Promise.all([
        registerPerson(browser, server.url, 'ann', faults),
        registerPerson(browser, server.url, 'bea', faults),
      ])
      await introducePeople(ann, bea)
      await use({ ann, bea, faults })
      await Promise.all([ann.context.close(), bea.context.close()])
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  // The two share their pages with other tests of a worker, which may have left them small or dark, on a project, or
  // with a chosen theme. Files come in any order, so each test begins like the first.
  usualWindows: [
    async ({ pair: { ann, bea } }, use) => {
      for (const { page } of [ann, bea]) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await page.emulateMedia({ colorScheme: null })
        await page.goto('/healthz')
        await page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
      }
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Signs a person in by the identity service itself, because the sign-in pages have their own journeys. */
export async function registerPerson(
  browser: Browser,
  origin: string,
  name: string,
  faults: string[] = [],
): Promise<RegisteredPerson> {
  const email = `${name}-${Math.random().toString(36).slice(2, 10)}@example.com`
  const person = visitor(origin)
  await person.register(email, password)
  await person.account()
  const { identity } = (await (await person.whoami()).json()) as { identity: { id: string } }
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  })
  await context.addCookies(cookiesOf(await person.cookies(), origin))
  const page = await context.newPage()
  page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`))
  await page.goto('/projects')
  return { id: identity.id, email, shownName: email.replace(/@.*$/, ''), page, context }
}

const cookiesOf = (cookies: string, url: string) =>
  cookies.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url }
  })

const updateProject = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'

const publicUserByEmail = 'query ($email: String!) { publicUserByEmail(email: $email) { id } }'

/** Only people who were looked up by email can be added to a project. */
export const searchPersonByEmail = (page: Page, email: string): Promise<unknown> =>
  ask(page, publicUserByEmail, { email })

type Known = Pick<RegisteredPerson, 'page' | 'email'>

export const introducePeople = (one: Known, other: Known): Promise<unknown> =>
  Promise.all([searchPersonByEmail(one.page, other.email), searchPersonByEmail(other.page, one.email)])

export const share = (owner: Page, id: string, sharing: object): Promise<unknown> =>
  ask(owner, updateProject, { id, data: { sharing } })

/** Opens a project of Ann's that Bea edits too on both screens. */
export async function openBoth({ ann, bea }: Pair, title: string, tree: TreeInput): Promise<CreatedTree> {
  const createdTree = await createTree(ann.page, title, tree)
  await share(ann.page, createdTree.projectId, { changes: { [bea.id]: 'editor' } })
  await Promise.all([openTree(ann.page, createdTree.projectId), openTree(bea.page, createdTree.projectId)])
  await Promise.all([expect(peopleHere(ann.page)).toHaveCount(1), expect(peopleHere(bea.page)).toHaveCount(1)])
  return createdTree
}

export const peopleHere = (page: Page): Locator => page.getByRole('list', { name: 'People here' }).getByRole('listitem')

const lastVisitQuery = 'query ($projectId: ID!) { lastVisitAt(projectId: $projectId) }'

/** Opens a project, and leaves it once the server has counted the person among those who are there. */
export async function visitAndLeave(page: Page, projectId: string): Promise<void> {
  // The answer may arrive before the page has loaded, and the page before may still open a socket of its own.
  const counted = new Promise<void>((resolve) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (payload.toString().includes('projectSessions')) resolve()
      }),
    )
  })
  await page.goto(`/tree/${projectId}`)
  await counted
  await page.goto('/projects')
  const readTime = async () =>
    (await ask<{ lastVisitAt: number | null }>(page, lastVisitQuery, { projectId })).lastVisitAt
  await expect.poll(readTime, { timeout: 30_000 }).not.toBeNull()
}

export interface HeldRequests {
  /** Resolves once one is held. */
  readonly caught: Promise<unknown>
  release(): Promise<void>
}

/** Holds this page's requests of this kind back, so that somebody else is first. */
export async function holdBack(page: Page, operation: string): Promise<HeldRequests> {
  const gate = new EventEmitter()
  const caught = once(gate, 'caught')
  const opened = once(gate, 'opened')
  const sending: Promise<void>[] = []
  const pattern = '**/graphql/'
  await page.route(pattern, async (route) => {
    if (!(route.request().postData() ?? '').includes(`mutation ${operation}`)) return route.continue()
    const sent = opened.then(() => route.continue())
    sending.push(sent)
    gate.emit('caught')
    return sent
  })
  return {
    caught,
    async release() {
      gate.emit('opened')
      await Promise.all(sending)
      await page.unroute(pattern)
    },
  }
}

export interface BreakableConnection {
  cut(): void
  restore(): void
}

const tryAgainLater = 1013
const close = (socket: WebSocketRoute): void => void socket.close({ code: tryAgainLater, reason: 'Cut' })
const leave = (server: WebSocketRoute): void => void server.close({ code: 1000 })

/** Controls the websockets of a page that is not opened yet. When cut, they end and none opens until it is restored. */
export async function createBreakableConnection(page: Page): Promise<BreakableConnection> {
  const ends = new Set<() => void>()
  let isCut = false
  await page.routeWebSocket('**/subscriptions', (socket) => {
    if (isCut) return close(socket)
    const server = socket.connectToServer()
    ends.add(() => {
      close(socket)
      leave(server)
    })
  })
  return {
    cut() {
      isCut = true
      for (const end of ends) end()
      ends.clear()
    },
    restore: () => void (isCut = false),
  }
}
