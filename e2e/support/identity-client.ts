import { CookieJar } from 'tough-cookie'
import makeFetchCookie from 'fetch-cookie'

interface Flow {
  ui: { action: string; nodes: { attributes: { name: string; value?: unknown } }[] }
}

export interface RegisteredNames {
  readonly firstname?: string
  readonly lastname?: string
}

/** One person with a cookie jar who talks JSON to the identity service of a running server. */
export function visitor(origin: string) {
  const jar = new CookieJar()
  const fetchWithCookies = makeFetchCookie(fetch, jar)
  const headers = { accept: 'application/json', 'content-type': 'application/json' }

  const startFlow = async (kind: 'login' | 'registration'): Promise<Flow> => {
    const answer = await fetchWithCookies(`${origin}/identity/self-service/${kind}/browser`, {
      headers: { accept: 'application/json' },
    })
    if (answer.status !== 200) throw new Error(`starting ${kind}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Flow
  }
  const submit = (flow: Flow, payload: Record<string, unknown>): Promise<Response> => {
    const token = flow.ui.nodes.find((node) => node.attributes.name === 'csrf_token')?.attributes.value
    const body = JSON.stringify({ method: 'password', csrf_token: token, ...payload })
    return fetchWithCookies(flow.ui.action, { method: 'POST', headers, body })
  }
  return {
    startFlow,
    submit,
    register: async (email: string, password: string, names: RegisteredNames = {}) => {
      const given = Object.entries(names).map(([name, value]) => [`traits.${name}`, value])
      return submit(await startFlow('registration'), { 'traits.email': email, password, ...Object.fromEntries(given) })
    },
    logIn: async (identifier: string, password: string) => submit(await startFlow('login'), { identifier, password }),
    whoami: () => fetchWithCookies(`${origin}/identity/sessions/whoami`, { headers: { accept: 'application/json' } }),
    account: () =>
      fetchWithCookies(`${origin}/graphql/`, {
        method: 'POST',
        headers: { ...headers, 'x-client-id': 'a-visitor' },
        body: JSON.stringify({ query: '{ account { id } }' }),
      }),
    logOut: async () => {
      const answer = await fetchWithCookies(`${origin}/identity/self-service/logout/browser`, { headers })
      const { logout_url: address } = (await answer.json()) as { logout_url: string }
      return fetchWithCookies(address, { headers: { accept: 'application/json' } })
    },
    cookies: () => jar.getCookieString(origin),
  }
}
