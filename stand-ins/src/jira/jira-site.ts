import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { applyFaultBeforeAnswer, createSiteFaults, type SiteFault } from './site-faults.ts'
import { errorResponse, type SiteResponse, webhookIssueJson } from './site-responses.ts'
import { answerSiteRequest, type SiteContext } from './site-routes.ts'
import {
  findByName,
  type IssueSeed,
  type SiteFlavor,
  type SiteIssue,
  type SiteLink,
  siteStatuses,
  SiteStore,
  type StatusName,
} from './site-store.ts'
import { createSiteWebhooks, type WebhookDelivery } from './site-webhooks.ts'

export interface JiraSiteOptions {
  readonly flavor?: SiteFlavor
  readonly port?: number
  readonly email?: string
  readonly token?: string
  /** The delay before each response. */
  readonly latencyMs?: number
  /** The maximum page size, whatever is requested. */
  readonly longestPage?: number
  /** Whether Cloud still has the epic link; Data Center always does. */
  readonly hasEpicLink?: boolean
  /** How far a search lags behind a create. */
  readonly indexLagMs?: number
  readonly hookRetryMs?: number
  /** Serves HTTPS with this certificate. */
  readonly certificate?: { readonly key: string; readonly cert: string }
}

export interface SeenRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly at: number
}

export interface JiraSite {
  readonly url: string
  readonly port: number
  readonly email: string
  readonly token: string
  readonly flavor: SiteFlavor
  readonly store: SiteStore
  /** Every received request, in order. */
  readonly requests: readonly SeenRequest[]
  /** The maximum number of concurrent requests so far. */
  readonly maxConcurrent: () => number
  /** Adds an issue that existed before, without a webhook. */
  add(seed: IssueSeed): SiteIssue
  /** An edit by a person on the site itself; webhooks report it. */
  edit(key: string, change: Partial<Omit<SiteIssue, 'id' | 'key' | 'status'>>): void
  move(key: string, status: StatusName): void
  create(seed: IssueSeed): SiteIssue
  delete(key: string): void
  /** Makes the first issue block the second; webhooks report the link alone. Answers its id. */
  link(blockerKey: string, blockedKey: string): string
  unlink(linkId: string): void
  /** Makes no transition lead out of its status any more. */
  freeze(key: string): void
  injectFault(fault: SiteFault): void
  /** Runs the work once, just before the next matching request is answered. */
  before(where: RegExp, work: () => void): void
  clearFaults(): void
  /** Makes the key invalid. */
  revoke(): void
  /** Changes the latency from now on. */
  delay(latencyMs: number): void
  webhook(url: string, secret?: string): void
  readonly deliveries: readonly WebhookDelivery[]
  /** Resolves when every webhook is delivered or given up. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const personOnSite = 'somebody-else'
const maxBodyLength = 2_000_000

/** A small, strict Jira in this process on its own port. */
export async function startJiraSite(options: JiraSiteOptions = {}): Promise<JiraSite> {
  const { flavor: jiraFlavor = 'cloud', email = 'ada@example.com', token = 'classic-token-1234' } = options
  const store = new SiteStore()
  store.indexLagMs = options.indexLagMs ?? 0
  const faults = createSiteFaults()
  const webhooks = createSiteWebhooks(options.hookRetryMs ?? 50)
  const requests: SeenRequest[] = []
  const interruptions: { readonly where: RegExp; readonly work: () => void }[] = []
  const state = { latencyMs: options.latencyMs ?? 0, token: token as string | null, underWay: 0, most: 0 }
  const listen = (request: IncomingMessage, response: ServerResponse) => void serve(request, response)
  const { certificate } = options
  const server = certificate === undefined ? createServer(listen) : createSecureServer(certificate, listen)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const context: SiteContext = {
    store,
    flavor: jiraFlavor,
    hasEpicLink: jiraFlavor === 'data-center' || options.hasEpicLink === true,
    base: `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    webhooks,
    longestPage: options.longestPage ?? 100,
    account: { accountId: 'ada-account', emailAddress: email, displayName: 'Ada' },
  }

  const isKnown = ({ headers }: IncomingMessage): boolean => {
    if (state.token === null) return false
    const basic = `Basic ${Buffer.from(`${email}:${state.token}`).toString('base64')}`
    return headers.authorization === (jiraFlavor === 'cloud' ? basic : `Bearer ${state.token}`)
  }

  const answerFor = async (request: IncomingMessage): Promise<SiteResponse> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', context.base)
    const body = await readRequestBody(request)
    requests.push({ method: request.method ?? '', path: pathname, body, at: Date.now() })
    const below = /^\/rest\/api\/([23])(\/.*)$/.exec(pathname)
    const isKnownVersion = below?.[1] === '2' || (below?.[1] === '3' && jiraFlavor === 'cloud')
    if (body instanceof Error) return errorResponse(400, 'The body cannot be read.')
    if (!isKnownVersion) return errorResponse(404, 'There is nothing here.')
    return answerSiteRequest(context, {
      method: request.method ?? '',
      path: below[2] ?? '',
      query: searchParams,
      body,
      isKnown: isKnown(request),
    })
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => {})
    state.underWay += 1
    state.most = Math.max(state.most, state.underWay)
    response.once('close', () => (state.underWay -= 1))
    const fault = faults.next(`${request.method} ${request.url}`)
    const due = interruptions.findIndex(({ where }) => where.test(`${request.method} ${request.url}`))
    if (due >= 0) interruptions.splice(due, 1)[0]?.work()
    if (state.latencyMs > 0) await wait(state.latencyMs)
    if (await applyFaultBeforeAnswer(fault, response, faults)) return
    sendSiteResponse(response, await answerFor(request), fault)
  }

  const known = (key: string): SiteIssue => {
    const issue = store.find(key)
    if (issue === undefined) throw new Error(`there is no ${key}`)
    return issue
  }
  const notifyWebhooks = (event: 'created' | 'updated' | 'deleted', issue: SiteIssue): void =>
    webhooks.send(`jira:issue_${event}`, webhookIssueJson(context, issue), personOnSite)
  const change = (key: string, values: Partial<SiteIssue>): void => {
    store.change(known(key), values)
    notifyWebhooks('updated', known(key))
  }
  return {
    url: context.base,
    port,
    email,
    token,
    flavor: jiraFlavor,
    store,
    requests,
    maxConcurrent: () => state.most,
    add: (seed) => store.add(seed),
    edit: change,
    move: (key, status) => change(key, { status: findByName(siteStatuses, status) }),
    create(seed) {
      const issue = store.add(seed)
      notifyWebhooks('created', issue)
      return issue
    },
    delete(key) {
      notifyWebhooks('deleted', known(key))
      store.remove(known(key))
    },
    link(blockerKey, blockedKey) {
      const link = store.link('10200', blockerKey, blockedKey)
      webhooks.sendLink('issuelink_created', toLinkEvent(link))
      return link.id
    },
    unlink(linkId) {
      const link = store.unlink(linkId)
      if (link !== undefined) webhooks.sendLink('issuelink_deleted', toLinkEvent(link))
    },
    freeze: (key) => void (known(key).isFrozen = true),
    injectFault: (fault) => faults.add(fault),
    before: (where, work) => void interruptions.push({ where, work }),
    clearFaults: () => faults.heal(),
    revoke: () => void (state.token = null),
    delay: (latencyMs) => void (state.latencyMs = latencyMs),
    webhook: (url, secret) => webhooks.register(url, secret ?? null),
    deliveries: webhooks.deliveries,
    settled: () => webhooks.settled(),
    async stop() {
      faults.heal()
      await webhooks.stop()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const toLinkEvent = ({ id, inwardId, outwardId }: SiteLink) => ({
  id,
  sourceIssueId: inwardId,
  destinationIssueId: outwardId,
})

async function readRequestBody(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request) {
    text += String(part)
    if (text.length > maxBodyLength) return new Error('too long')
  }
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return new Error('no JSON')
  }
}

function sendSiteResponse(response: ServerResponse, { status, body }: SiteResponse, fault: SiteFault | null): void {
  if (fault?.kind === 'lost') {
    response.destroy()
    return
  }
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = body === undefined ? {} : { 'content-type': 'application/json;charset=UTF-8' }
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) })
  if (fault?.kind === 'half') {
    response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy())
    return
  }
  response.end(text)
}
