import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  answerApiCall,
  badRequestResponse,
  createRequestGuard,
  readForm,
  type StripeRequest,
  type StripeResponse,
} from './stripe-api.ts'
import {
  type CheckoutSessionRecord,
  createStripeEvent,
  createStripeRecords,
  createSubscription,
  deliverStripeEvent,
  type PortalSessionRecord,
  type StripeEvent,
  type StripeRecords,
  type SubscriptionRecord,
} from './stripe-records.ts'

/** The ways in which a service can fail. */
export const stripeFaults = ['slow', 'dripping', 'cut', 'garbage', 'odd', 'failing', 'busy'] as const
type StripeFault = (typeof stripeFaults)[number]

const jsonHeaders = { 'content-type': 'application/json' }

/** Responds as a service with this fault does. Endless responses end when the service is stopped. */
function sendFaultyResponse(fault: StripeFault, response: ServerResponse): void {
  switch (fault) {
    case 'slow':
      return
    case 'dripping':
      return sendSlowly(response)
    case 'cut':
      response.writeHead(200, { ...jsonHeaders, 'content-length': '1000' })
      response.write('{"id":', () => response.destroy())
      return
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to the hotel</html>')
      return
    case 'odd':
      response.writeHead(200, jsonHeaders).end(JSON.stringify({ id: 7, url: 'javascript:alert(1)', status: null }))
      return
    case 'failing':
      response.writeHead(500, jsonHeaders).end(JSON.stringify({ error: { type: 'api_error', message: 'at db.ts:17' } }))
      return
    case 'busy':
      response
        .writeHead(429, jsonHeaders)
        .end(JSON.stringify({ error: { type: 'rate_limit_error', message: 'Slow down' } }))
  }
}

function sendSlowly(response: ServerResponse): void {
  response.writeHead(200, jsonHeaders)
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

/** The service's own pages that people are sent to. */
interface CustomerPages {
  confirm(session: CheckoutSessionRecord): Promise<void>
  cancel(portal: PortalSessionRecord): Promise<void>
}

interface PageResponse {
  readonly status: number
  readonly body: string
  readonly location?: string
}

const renderPage = (title: string, body: string): PageResponse => ({
  status: 200,
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
})

async function answerCustomerPage(
  method: string,
  path: string,
  records: StripeRecords,
  pages: CustomerPages,
): Promise<PageResponse | null> {
  const [, kind = '', id = ''] = /^\/(pay|portal)\/([^/]+)$/.exec(path) ?? []
  const session = kind === 'pay' ? records.sessions.get(id) : undefined
  const portal = kind === 'portal' ? records.portals.get(id) : undefined
  if (session !== undefined) {
    if (session.status !== 'open') return renderPage('This checkout is over', '<p>It cannot be used again.</p>')
    if (method === 'GET') {
      const days = session.trialDays === null ? 'No trial' : `${session.trialDays} days free`
      return renderPage('Checkout', `<p>${days}</p><form method="post"><button>Confirm</button></form>`)
    }
    await pages.confirm(session)
    return { status: 303, body: '', location: session.successUrl }
  }
  if (portal === undefined) return null
  if (method === 'GET') {
    const back = `<a href="${portal.returnUrl}">Back to the product</a>`
    return renderPage('Billing portal', `<form method="post"><button>Cancel subscription</button></form>${back}`)
  }
  await pages.cancel(portal)
  return { status: 303, body: '', location: path }
}

export const stripeTestKeys = {
  secretKey: 'sk_test_stand_in',
  webhookSecret: 'whsec_stand_in',
  priceId: 'price_monthly',
} as const

/** The payment service as its documentation describes it: strict about requests, with signed events. */
export interface StripeService {
  readonly url: string
  readonly books: StripeRecords
  readonly calls: readonly StripeRequest[]
  /** While set, every call gets this fault. */
  fault: StripeFault | null
  /** The URL that events are posted to. Null means none. */
  webhookUrl: string | null
  /** Acts as the person on the service's page. */
  confirm(session: CheckoutSessionRecord): Promise<SubscriptionRecord>
  cancel(customer: string): Promise<void>
  sendEvent(event: StripeEvent): Promise<number>
  stop(): Promise<void>
}

export async function startStripeService(): Promise<StripeService> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls: StripeRequest[] = []
  const records = createStripeRecords()
  const service: StripeService = {
    url,
    books: records,
    calls,
    fault: null,
    webhookUrl: null,
    sendEvent: (event) => deliverStripeEvent(event, service.webhookUrl, stripeTestKeys.webhookSecret),
    ...createCustomerActions(records, (event) => service.sendEvent(event)),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const answerApi = createStripeApi(records, url)
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request
    const apiRequest: StripeRequest = { method, path, headers, body: await readRequestText(request) }
    if (!path.startsWith('/v1/')) return sendCustomerPage(apiRequest, service, response)
    calls.push(apiRequest)
    if (service.fault !== null) return sendFaultyResponse(service.fault, response)
    const { status, body } = answerApi(apiRequest)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return service
}

type SendStripeEvent = StripeService['sendEvent']

const createCustomerActions = (
  records: StripeRecords,
  sendEvent: SendStripeEvent,
): Pick<StripeService, 'confirm' | 'cancel'> => ({
  async confirm(session) {
    const subscription = createSubscription(records, session)
    await sendEvent(createStripeEvent('customer.subscription.created', subscription))
    const completed = { id: session.id, client_reference_id: session.accountId, subscription: subscription.id }
    await sendEvent(createStripeEvent('checkout.session.completed', completed))
    return subscription
  },
  async cancel(customer) {
    for (const subscription of records.subscriptions.values()) {
      if (subscription.customer !== customer) continue
      subscription.status = 'canceled'
      await sendEvent(createStripeEvent('customer.subscription.deleted', subscription))
    }
  },
})

function createStripeApi(records: StripeRecords, pages: string): (request: StripeRequest) => StripeResponse {
  const guard = createRequestGuard(stripeTestKeys.secretKey)
  const known = ({ method, path, body }: StripeRequest): StripeResponse => {
    const form = readForm(body)
    const context = { books: records, priceId: stripeTestKeys.priceId, pages }
    if (form === null) return badRequestResponse('Invalid form')
    return answerApiCall({ method, path: path.split('?', 1)[0] ?? '', form }, context)
  }
  return (request) => guard.fault(request) ?? guard.once(request, () => known(request))
}

async function sendCustomerPage(
  { method, path }: StripeRequest,
  service: StripeService,
  response: ServerResponse,
): Promise<void> {
  const pages: CustomerPages = {
    confirm: async (session) => void (await service.confirm(session)),
    cancel: ({ customer }) => service.cancel(customer),
  }
  const page = await answerCustomerPage(method, path, service.books, pages)
  const headers = { 'content-type': 'text/html', ...(page?.location !== undefined && { location: page.location }) }
  response.writeHead(page?.status ?? 404, headers).end(page?.body ?? '')
}

async function readRequestText(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
