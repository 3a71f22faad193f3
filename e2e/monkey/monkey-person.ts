import type { Browser, Page, Request } from '@playwright/test'
import { createBreakableConnection, registerPerson, type RegisteredPerson } from '../support/together.ts'
import { selectView, viewNames } from './shown-plan.ts'

/** A person who acts at random. */
export interface MonkeyPerson extends RegisteredPerson {
  readonly name: string
  isOffline(): boolean
  goOffline(): Promise<void>
  goOnline(): Promise<void>
  /** Says in which state the edits of the person are. Empty: all are saved. */
  listUnsaved(): Promise<readonly string[]>
}

export const usualWindow = { width: 1280, height: 800 }
/** High enough for every row and card of a plan, because only those near the window are in the document. */
export const chooseTallWindow = (rows: number) => ({ ...usualWindow, height: Math.max(5_000, 1_000 + 60 * rows) })

/** A request fails as expected while the person is offline; any other error is a fault. */
const isLostRequest = (text: string): boolean => /net::ERR_|WebSocket connection to/.test(text)

const data = '**/graphql/'

/** Registers a person whose uncaught errors and errors in the console are faults. */
export async function registerMonkey(
  browser: Browser,
  origin: string,
  name: string,
  faults: string[],
): Promise<MonkeyPerson> {
  const person = await registerPerson(browser, origin, name, faults)
  const { page, context } = person
  page.on('console', (message) => {
    if (message.type() === 'error' && !isLostRequest(message.text())) faults.push(`${name}: ${message.text()}`)
  })
  page.on('crash', () => faults.push(`${name}: the page crashed`))
  const unanswered = new Map<Request, number>()
  page.on('request', (request) => {
    if (request.url().endsWith('/graphql/')) unanswered.set(request, performance.now())
  })
  page.on('requestfinished', (request) => void unanswered.delete(request))
  page.on('requestfailed', (request) => void unanswered.delete(request))
  const sockets = await createBreakableConnection(page)
  let isCut = false
  return {
    ...person,
    name,
    isOffline: () => isCut,
    async goOffline() {
      if (isCut) return
      isCut = true
      await context.route(data, (route) => route.abort('internetdisconnected'))
      sockets.cut()
    },
    async goOnline() {
      if (!isCut) return
      isCut = false
      sockets.restore()
      await context.unroute(data)
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
    },
    async listUnsaved() {
      if ((await page.getByTitle('Saved', { exact: true }).count()) > 0) return []
      const marks = await page.getByTitle(/^(?:Saving|Try again now|This is the copy)/u).allTextContents()
      const requests = [...unanswered].map(
        ([request, at]) =>
          `no answer for ${Math.round(performance.now() - at)} ms: ${request.postData()?.slice(0, 200)}`,
      )
      return [`the mark says: ${marks.join() || 'nothing'}`, ...requests]
    },
  }
}

/** Opens the project and waits until the person may edit. Nothing can be undone in a page that was just opened. */
export async function openForEditing(page: Page, projectId: string): Promise<void> {
  await page.goto(`/tree/${projectId}`)
  await page.locator(`${selectView('Map')}[data-ready="true"]`).waitFor()
  await page.getByRole('group', { name: 'Tools' }).waitFor()
  for (const name of viewNames) await page.getByRole('tab', { name, exact: true }).waitFor()
}
