import type { Body, Browser, Reply, Speech } from './browser.ts'
import { openIdentityHouse, type IdentityHouse } from './identity-house.ts'
import { startOpenIdProvider, type OpenIdAccount, type RunningProvider } from './openid-provider.ts'

/** The identity service with two OpenID providers: `google` (Google) and `acme` (Acme). */
export interface SocialHouse extends IdentityHouse {
  readonly google: RunningProvider
  readonly acme: RunningProvider
  /** From an address to the first page that is neither the service's nor a provider's. */
  follow(browser: Browser, address: string): Promise<Landing>
  /** From an address to the provider and back, up to the callback, which is not called. */
  callbackOf(browser: Browser, address: string): Promise<string>
  /** The whole way: a flow, its provider button, and back. */
  travel(browser: Browser, flow: 'login' | 'registration', sub: string, query?: string): Promise<Landing>
}

export interface Landing {
  readonly url: URL
  /** The status of the redirect that led there. */
  readonly status: number
  /** The flow of the page, if it shows one. */
  readonly flow: Body | null
}

const stepLimit = 12

async function walk(browser: Browser, address: string, isEnd: (url: string) => boolean) {
  let [url, status] = [address, 0]
  for (let step = 0; step < stepLimit && !isEnd(url); step += 1) {
    const reply = await browser.get(url, 'page')
    if (reply.location === null) throw new Error(`${url} answered ${reply.status} and led nowhere`)
    url = new URL(reply.location, url).href
    status = reply.status
  }
  return { url, status }
}

export async function openSocialHouse(
  accounts: readonly OpenIdAccount[],
  wishes: Parameters<typeof openIdentityHouse>[0] = {},
): Promise<SocialHouse> {
  const [google, acme] = await Promise.all([startOpenIdProvider({ accounts }), startOpenIdProvider({ accounts })])
  const providers = [
    { id: 'google', label: 'Google', ...google },
    { id: 'acme', label: 'Acme', ...acme },
  ]
  const house = await openIdentityHouse({ providers, ...wishes })
  const callback = `${house.base}/self-service/methods/oidc/callback/`

  async function follow(browser: Browser, address: string): Promise<Landing> {
    const own = [house.base, google.issuer, acme.issuer]
    const { url, status } = await walk(browser, address, (at) => own.every((origin) => !at.startsWith(origin)))
    const page = new URL(url)
    const id = page.searchParams.get('flow')
    const kind = page.pathname.split('/').at(-1)
    const flow = id === null ? null : (await browser.get(`/self-service/${kind}/flows?id=${id}`)).body
    return { url: page, status, flow }
  }

  return {
    ...house,
    google,
    acme,
    follow,
    callbackOf: async (browser, address) => (await walk(browser, address, (at) => at.startsWith(callback))).url,
    async travel(browser, name, sub, query = '') {
      google.nextAccount(sub)
      const left = await leaveBy(browser, await browser.start(name, query), { provider: 'google' })
      return follow(browser, left)
    },
    async close() {
      await house.close()
      await Promise.all([google.stop(), acme.stop()])
    },
  }
}

/** Submits the social button (without a token, as the official client does) and gives the provider's address. */
export async function leaveBy(browser: Browser, flow: Body, fields: object, speech: Speech = 'json'): Promise<string> {
  const reply: Reply = await browser.post(flow.ui.action, fields, speech)
  const address = speech === 'json' && reply.status === 422 ? reply.body.redirect_browser_to : reply.location
  if (!address) throw new Error(`the submit answered ${reply.status} ${JSON.stringify(reply.body)}`)
  return address
}
