import { type RunningOpenIdProvider, startOpenIdProvider } from '@espalier/identity/testing'
import { type JiraSite, startJiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { exampleFile } from '../pictures/example.ts'
import { createExample, createOthers, type Example } from '../pictures/grown.ts'
import { arrive } from '../pictures/people.ts'
import { type AiService, startAiService } from '../support/ai-service.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { test as base } from '../support/test.ts'
import { share } from '../support/together.ts'
import { type OpenPages, openPages } from './open-pages.ts'

export interface Resident {
  readonly id: string
  readonly context: BrowserContext
  open(): Promise<Page>
}

/** A server with people and a grown project in it. */
export interface House {
  readonly pages: OpenPages
  readonly server: RunningServer
  readonly jira: JiraSite
  /** Owns the example and some more. */
  readonly ann: Resident
  /** Edits the example. */
  readonly bea: Resident
  readonly example: Example
  /** Creates a person without projects. */
  newcomer(name?: string): Promise<Resident>
  /** Opens a page for an anonymous visitor. */
  visitor(): Promise<Page>
}

/** A server in beta mode with a writing service. */
export interface BetaHouse {
  readonly pages: OpenPages
  readonly server: RunningServer
  readonly ai: AiService
  newcomer(name?: string): Promise<Resident>
}

interface Houses {
  readonly jira: JiraSite
  readonly provider: RunningOpenIdProvider
  readonly house: House
  readonly betaHouse: BetaHouse
}

export const test = base.extend<object, Houses>({
  jira: [
    async ({}, use) => {
      const jira = await startJiraSite({ longestPage: 50 })
      await use(jira)
      await jira.stop()
    },
    { scope: 'worker' },
  ],
  provider: [
    async ({}, use) => {
      const provider = await startOpenIdProvider({
        accounts: [{ sub: 'ada', email: 'ada@example.com', email_verified: true }],
      })
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  house: [
    async ({ browser, jira, provider }, use) => {
      const server = await startServer({
        JIRA_HOST_MAP: `acme.atlassian.net=${jira.url}`,
        OIDC_GOOGLE_CLIENT_ID: provider.clientId,
        OIDC_GOOGLE_CLIENT_SECRET: provider.clientSecret,
        OIDC_GOOGLE_ISSUER: provider.issuer,
      })
      await use(await furnished(browser, server, jira))
      await server.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  betaHouse: [
    async ({ browser }, use) => {
      const ai = await startAiService()
      const settings = { SIGNUP: 'beta', AI_PROVIDER: 'openai', AI_BASE_URL: ai.url, AI_MODEL: 'stand-in' }
      const server = await startServer(settings)
      const pages = openPages()
      await use({ pages, server, ai, newcomer: (name = 'Nora') => resident(browser, pages, server.url, name) })
      await server.stop()
      await ai.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

async function furnished(browser: Browser, server: RunningServer, jira: JiraSite): Promise<House> {
  const pages = openPages()
  const [ann, bea] = await Promise.all([
    resident(browser, pages, server.url, 'Ann', 'Gardner'),
    resident(browser, pages, server.url, 'Bea', 'Sommer'),
  ])
  const [annAtHome, beaAtHome] = await Promise.all([ann.open(), bea.open()])
  await Promise.all([annAtHome.goto('/projects'), beaAtHome.goto('/projects')])
  await createOthers(annAtHome, beaAtHome, ann.id)
  const example = await createExample(annAtHome, exampleFile(Date.now()))
  await share(annAtHome, example.projectId, { changes: { [bea.id]: 'editor' } })
  await pages.close()
  const nobody = await browser.newContext({ baseURL: server.url })
  return {
    pages,
    server,
    jira,
    ann,
    bea,
    example,
    newcomer: (name = 'Nora') => resident(browser, pages, server.url, name),
    visitor: () => pages.open(nobody),
  }
}

let count = 0

async function resident(
  browser: Browser,
  pages: OpenPages,
  origin: string,
  first: string,
  last = 'Lind',
): Promise<Resident> {
  // The address contains the first name, and there may be many Noras.
  const name = last === 'Lind' ? `${first}${(count += 1)}` : first
  const { id, page } = await arrive(browser, origin, [name, last], { deviceScaleFactor: 1 })
  const context = page.context()
  await page.close()
  return { id, context, open: () => pages.open(context) }
}
