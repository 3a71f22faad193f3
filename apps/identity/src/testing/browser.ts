import { Configuration, FrontendApi } from '@ory/client-fetch'
import fetchCookie from 'fetch-cookie'
import { CookieJar } from 'tough-cookie'

interface Message {
  readonly id: number
  readonly type: string
  readonly context?: Readonly<Record<string, unknown>>
}
interface UiNode {
  readonly group: string
  readonly attributes: {
    readonly name: string
    readonly type: string
    readonly value?: string
    readonly required?: boolean
    /** The name of a node that is only shown, with its picture or its text. */
    readonly id?: string
    readonly src?: string
    readonly text?: Message & { readonly text: string }
  }
  readonly messages: readonly Message[]
  readonly meta: { readonly label?: Message }
}
/** Possible content of a response; tests assert the rest. */
export interface ResponseBody {
  readonly id: string
  readonly state: string
  readonly active?: string
  readonly return_to?: string
  readonly request_url: string
  readonly refresh: boolean
  readonly expires_at: string
  readonly ui: { readonly action: string; readonly nodes: readonly UiNode[]; readonly messages?: readonly Message[] }
  readonly identity: {
    readonly id: string
    readonly traits: Readonly<Record<string, string>>
    readonly metadata_public: unknown
  }
  readonly session: {
    readonly id: string
    readonly authenticator_assurance_level: string
    readonly authentication_methods: readonly { readonly method: string; readonly aal: string }[]
  }
  readonly continue_with: readonly {
    readonly action: string
    readonly redirect_browser_to: string
    readonly flow?: { readonly id: string; readonly verifiable_address: string }
  }[]
  readonly error: {
    readonly id?: string
    readonly code: number
    readonly reason?: string
    readonly details?: Record<string, string>
  }
  readonly redirect_browser_to: string
  readonly use_flow_id: string
}

export interface BrowserReply {
  readonly status: number
  readonly headers: Headers
  readonly location: string | null
  readonly body: ResponseBody
}

export type ClientKind = 'json' | 'page'
export type FlowName = 'login' | 'registration' | 'settings' | 'recovery' | 'verification'

/** A browser (or a page's script) with a cookie jar. It does not follow redirects. */
export interface TestBrowser {
  readonly jar: CookieJar
  /** The official client, with these cookies. */
  readonly api: FrontendApi
  get(path: string, speech?: ClientKind, headers?: Readonly<Record<string, string>>): Promise<BrowserReply>
  /** Posts JSON or a browser's form. */
  post(url: string, fields: object, speech?: ClientKind): Promise<BrowserReply>
  request(url: string, init: RequestInit): Promise<BrowserReply>
  /** Starts a flow as a JSON client. */
  start(flow: FlowName, query?: string): Promise<ResponseBody>
  /** Submits the flow with its CSRF token. */
  submit(flow: ResponseBody, fields: object, speech?: ClientKind): Promise<BrowserReply>
  register(email: string, password?: string): Promise<BrowserReply>
  logIn(email: string, password?: string): Promise<BrowserReply>
  cookie(name: string): Promise<string | undefined>
}

export const goodPassword = 'plum-orchard-lattice-7'

export const findCsrfToken = (flow: ResponseBody): string =>
  flow.ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value ?? ''

export const readMessageIds = (flow: ResponseBody): number[] => (flow.ui.messages ?? []).map(({ id }) => id)

export const getUiNodeName = ({ attributes }: UiNode): string => attributes.name ?? attributes.id

export const findUiNode = (flow: ResponseBody, name: string, group?: string): UiNode | undefined =>
  flow.ui.nodes.find((node) => getUiNodeName(node) === name && (group === undefined || node.group === group))

export const nodeMessageIds = (flow: ResponseBody, name: string): number[] =>
  (findUiNode(flow, name)?.messages ?? []).map(({ id }) => id)

const acceptHeaders: Readonly<Record<ClientKind, string>> = {
  json: 'application/json',
  page: 'text/html,application/xhtml+xml,*/*;q=0.8',
}

export function openTestBrowser(base: string): TestBrowser {
  const jar = new CookieJar()
  const fetcher = fetchCookie(fetch, jar)
  const request = async (url: string, init: RequestInit): Promise<BrowserReply> => {
    const answer = await fetcher(new URL(url, `${base}/`), { redirect: 'manual', ...init })
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json') ?? false
    return {
      status: answer.status,
      headers: answer.headers,
      location: answer.headers.get('location'),
      body: (isJson ? JSON.parse(text) : {}) as ResponseBody,
    }
  }
  const get: TestBrowser['get'] = (path, clientKind = 'json', headers = {}) =>
    request(path.startsWith('/') ? base + path : path, { headers: { accept: acceptHeaders[clientKind], ...headers } })
  const post: TestBrowser['post'] = (url, fields, clientKind = 'json') => {
    const isScript = clientKind === 'json'
    const body = isScript ? JSON.stringify(fields) : new URLSearchParams(Object.entries(fields)).toString()
    const type = isScript ? 'application/json' : 'application/x-www-form-urlencoded'
    return request(url, { method: 'POST', headers: { accept: acceptHeaders[clientKind], 'content-type': type }, body })
  }
  const start: TestBrowser['start'] = async (flow, query = '') =>
    (await get(`/self-service/${flow}/browser${query}`)).body
  const submit: TestBrowser['submit'] = (flow, fields, clientKind) =>
    post(flow.ui.action, { csrf_token: findCsrfToken(flow), ...fields }, clientKind)
  return {
    jar,
    api: new FrontendApi(
      new Configuration({ basePath: base, fetchApi: fetcher as typeof fetch, headers: { Accept: 'application/json' } }),
    ),
    get,
    post,
    request,
    start,
    submit,
    register: async (email, password = goodPassword) =>
      submit(await start('registration'), { method: 'password', password, 'traits.email': email }),
    logIn: async (email, password = goodPassword) =>
      submit(await start('login'), { method: 'password', password, identifier: email }),
    cookie: async (name) => (await jar.getCookies(base)).find(({ key }) => key.startsWith(name))?.value,
  }
}
