import type { BrowserReply, ClientKind, ResponseBody, TestBrowser } from './browser.ts'
import { type IdentityFixture, openIdentityFixture } from './identity-fixture.ts'
import { type OpenIdAccount, type RunningOpenIdProvider, startOpenIdProvider } from './openid-provider.ts'

/** The identity service with two OpenID providers: `google` (Google) and `acme` (Acme). */
export interface SocialFixture extends IdentityFixture {
  readonly google: RunningOpenIdProvider
  readonly acme: RunningOpenIdProvider
  /** Follows redirects to the first page that belongs neither to the service nor to a provider. */
  follow(browser: TestBrowser, address: string): Promise<LandingPage>
  /** Follows redirects to the provider and back, up to the callback URL, which is not requested. */
  followToCallback(browser: TestBrowser, address: string): Promise<string>
  /** Runs a whole flow: the provider button, the provider and the callback. */
  signInWithGoogle(
    browser: TestBrowser,
    flow: 'login' | 'registration',
    sub: string,
    query?: string,
  ): Promise<LandingPage>
}

export interface LandingPage {
  readonly url: URL
  /** The status of the redirect to this page. */
  readonly status: number
  /** The flow of the page, if it shows one. */
  readonly flow: ResponseBody | null
}

const maxRedirects = 12

async function followRedirects(browser: TestBrowser, address: string, isEnd: (url: string) => boolean) {
  let [url, status] = [address, 0]
  for (let step = 0; step < maxRedirects && !isEnd(url); step += 1) {
    const reply = await browser.get(url, 'page')
    if (reply.location === null) throw new Error(`${url} answered ${reply.status} and led nowhere`)
    url = new URL(reply.location, url).href
    status = reply.status
  }
  return { url, status }
}

export async function openSocialFixture(
  accounts: readonly OpenIdAccount[],
  overrides: Parameters<typeof openIdentityFixture>[0] = {},
): Promise<SocialFixture> {
  const [google, acme] = await Promise.all([startOpenIdProvider({ accounts }), startOpenIdProvider({ accounts })])
  const providers = [
    { id: 'google', label: 'Google', ...google },
    { id: 'acme', label: 'Acme', ...acme },
  ]
  const fixture = await openIdentityFixture({ providers, ...overrides })
  const callback = `${fixture.base}/self-service/methods/oidc/callback/`

  async function follow(browser: TestBrowser, address: string): Promise<LandingPage> {
    const own = [fixture.base, google.issuer, acme.issuer]
    const { url, status } = await followRedirects(browser, address, (at) =>
      own.every((origin) => !at.startsWith(origin)),
    )
    const page = new URL(url)
    const id = page.searchParams.get('flow')
    const kind = page.pathname.split('/').at(-1)
    const flow = id === null ? null : (await browser.get(`/self-service/${kind}/flows?id=${id}`)).body
    return { url: page, status, flow }
  }

  return {
    ...fixture,
    google,
    acme,
    follow,
    followToCallback: async (browser, address) =>
      (await followRedirects(browser, address, (at) => at.startsWith(callback))).url,
    async signInWithGoogle(browser, name, sub, query = '') {
      google.nextAccount(sub)
      const left = await submitProviderButton(browser, await browser.start(name, query), { provider: 'google' })
      return follow(browser, left)
    },
    async close() {
      await fixture.close()
      await Promise.all([google.stop(), acme.stop()])
    },
  }
}

/** Submits the social button (without a token, as the official client does) and returns the provider's URL. */
export async function submitProviderButton(
  browser: TestBrowser,
  flow: ResponseBody,
  fields: object,
  clientKind: ClientKind = 'json',
): Promise<string> {
  const reply: BrowserReply = await browser.post(flow.ui.action, fields, clientKind)
  const address = clientKind === 'json' && reply.status === 422 ? reply.body.redirect_browser_to : reply.location
  if (!address) throw new Error(`the submit answered ${reply.status} ${JSON.stringify(reply.body)}`)
  return address
}
