import { type RunningOpenIdProvider, startOpenIdProvider } from '@espalier/identity/testing'
import { type JiraSite, startJiraSite } from '@espalier/stand-ins/jira/jira-site.ts'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { createSharedExample, type Example } from '../pictures/example-projects.ts'
import { signUpPerson } from '../pictures/sign-up.ts'
import { type AiService, startAiService } from '../support/ai-service.ts'
import { type RunningServer, startServer } from '../support/server.ts'
import { printLogOfFailure, test as base } from '../support/test.ts'
import { type OpenPages, openPages } from './open-pages.ts'

export interface TestUser {
  readonly id: string
  readonly email: string
  readonly context: BrowserContext
  open(): Promise<Page>
}

/** A server with two people and an example project. */
export interface DemoServer {
  readonly pages: OpenPages
  readonly server: RunningServer
  readonly jira: JiraSite
  /** Owns the example and other projects. */
  readonly ann: TestUser
  /** Edits the example. */
  readonly bea: TestUser
  readonly example: Example
  /** Creates a person without projects. */
  createUser(name?: string): Promise<TestUser>
  /** Opens a page for an anonymous visitor. */
  openAsVisitor(): Promise<Page>
}

/** A server in beta mode with an AI service. */
export interface BetaServer {
  readonly pages: OpenPages
  readonly server: RunningServer
  readonly ai: AiService
  createUser(name?: string): Promise<TestUser>
}

interface TestServers {
  readonly jira: JiraSite
  readonly provider: RunningOpenIdProvider
  readonly demoServer: DemoServer
  readonly betaServer: BetaServer
}

/** Started by the scenes of this process. */
const runningServers: RunningServer[] = []

export const test = base.extend<object, TestServers>({
  // Playwright asks for the address before every test, which would start a server that no scene opens.
  baseURL: async ({}, use) => use(undefined),
  serverLog: ({}, use, testInfo) => printLogOfFailure(() => runningServers, use, testInfo),
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
  demoServer: [
    async ({ browser, jira, provider }, use) => {
      const server = await startServer({
        JIRA_HOST_MAP: `acme.atlassian.net=${jira.url}`,
        // Nothing listens there.
        WEBHOOK_ALLOW_HOSTS: '127.0.0.1:9',
        OIDC_GOOGLE_CLIENT_ID: provider.clientId,
        OIDC_GOOGLE_CLIENT_SECRET: provider.clientSecret,
        OIDC_GOOGLE_ISSUER: provider.issuer,
        // Ann is an operator too.
        ADMIN_EMAILS: 'ann@example.com',
      })
      runningServers.push(server)
      await use(await createDemoServer(browser, server, jira))
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  betaServer: [
    async ({ browser }, use) => {
      const ai = await startAiService()
      const settings = { SIGNUP: 'beta', AI_PROVIDER: 'openai', AI_BASE_URL: ai.url, AI_MODEL: 'stand-in' }
      const server = await startServer(settings)
      runningServers.push(server)
      const pages = openPages()
      await use({ pages, server, ai, createUser: (name = 'Nora') => createTestUser(browser, pages, server.url, name) })
      await server.stop()
      await ai.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

async function createDemoServer(browser: Browser, server: RunningServer, jira: JiraSite): Promise<DemoServer> {
  const pages = openPages()
  const [ann, bea] = await Promise.all([
    createTestUser(browser, pages, server.url, 'Ann', 'Gardner'),
    createTestUser(browser, pages, server.url, 'Bea', 'Sommer'),
  ])
  const [annPage, beaPage] = await Promise.all([ann.open(), bea.open()])
  await Promise.all([annPage.goto('/projects'), beaPage.goto('/projects')])
  const example = await createSharedExample({ ...ann, page: annPage }, { ...bea, page: beaPage })
  await pages.close()
  const anonymous = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  return {
    pages,
    server,
    jira,
    ann,
    bea,
    example,
    createUser: (name = 'Nora') => createTestUser(browser, pages, server.url, name),
    openAsVisitor: () => pages.open(anonymous),
  }
}

let userCount = 0

async function createTestUser(
  browser: Browser,
  pages: OpenPages,
  origin: string,
  first: string,
  last = 'Lind',
): Promise<TestUser> {
  // The address contains the first name, and there may be many Noras.
  const name = last === 'Lind' ? `${first}${(userCount += 1)}` : first
  const { id, email, page } = await signUpPerson(browser, origin, [name, last], { deviceScaleFactor: 1 })
  const context = page.context()
  await page.close()
  return { id, email, context, open: () => pages.open(context) }
}
