import type { Browser, Page } from 'playwright-core'
import { visitor } from '../e2e/support/identity-client.ts'
import { ask } from './ask.ts'
import { viewport } from './canvas/browser.ts'
import { browserCookies } from './cookies.ts'

export interface SignedIn {
  readonly id: string
  readonly cookie: string
}

export async function signedIn(url: string, email: string): Promise<SignedIn> {
  const person = visitor(url)
  await person.register(email, 'a-garden-wall-in-June-42')
  await person.account()
  const { identity } = (await (await person.whoami()).json()) as { identity: { id: string } }
  return { id: identity.id, cookie: await person.cookies() }
}

/** Signs a second person up, and lets them edit a project of the owner of the cookie. */
export async function addEditor(url: string, ownerCookie: string, projectId: string): Promise<SignedIn> {
  const bea = await signedIn(url, 'bea@example.com')
  await shareWith(url, ownerCookie, projectId, bea)
  return bea
}

/** Makes bea@example.com an editor of a project of the owner of the cookie. */
export async function shareWith(url: string, ownerCookie: string, projectId: string, bea: SignedIn): Promise<void> {
  await ask(url, ownerCookie, 'query { publicUserByEmail(email: "bea@example.com") { id } }', {})
  const sharing = { changes: { [bea.id]: 'editor' } }
  const query = 'mutation ($id: ID!, $data: ProjectUpdate!) { updateProject(id: $id, data: $data) { id } }'
  await ask(url, ownerCookie, query, { id: projectId, data: { sharing, layout: 'tree-right' } })
}

/** Opens the map of a project as the owner of the cookie. */
export async function openProject(browser: Browser, url: string, cookie: string, projectId: string): Promise<Page> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block' })
  await context.addCookies(browserCookies(cookie, url))
  const page = await context.newPage()
  await page.goto(`${url}/tree/${projectId}`)
  await page.locator('[data-canvas][data-ready="true"]').waitFor()
  return page
}
