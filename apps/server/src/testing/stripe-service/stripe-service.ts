import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { answerCall } from './api.ts'
import { badRequest, type ServiceAnswer } from './answer.ts'
import { emptyBooks, subscribe, type Books, type KeptSession, type KeptSubscription } from './books.ts'
import { answerIll, type Fault } from './faults.ts'
import { readForm } from './form.ts'
import { createGate, type Knock } from './gate.ts'
import { answerPage, type PeoplePages } from './people-pages.ts'
import { deliver, eventOf, type StripeEvent } from './tell.ts'

export const keys = {
  secretKey: 'sk_test_stand_in',
  webhookSecret: 'whsec_stand_in',
  priceId: 'price_monthly',
} as const

/** The payment service as its documents describe it: strict about what it takes, signing what it tells. */
export interface StripeService {
  readonly url: string
  readonly books: Books
  readonly calls: readonly Knock[]
  /** While set, every call gets such an answer. */
  fault: Fault | null
  /** Where events are posted to. Null: nowhere. */
  webhookUrl: string | null
  /** As the person does on the service's page. */
  confirm(session: KeptSession): Promise<KeptSubscription>
  cancel(customer: string): Promise<void>
  tell(event: StripeEvent): Promise<number>
  stop(): Promise<void>
}

export async function startStripeService(): Promise<StripeService> {
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls: Knock[] = []
  const books = emptyBooks()
  const service: StripeService = {
    url,
    books,
    calls,
    fault: null,
    webhookUrl: null,
    tell: (event) => deliver(event, service.webhookUrl, keys.webhookSecret),
    ...deeds(books, (event) => service.tell(event)),
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  const answerApi = apiOf(books, url)
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/', headers } = request
    const knock: Knock = { method, path, headers, body: await textOf(request) }
    if (!path.startsWith('/v1/')) return showPage(knock, service, response)
    calls.push(knock)
    if (service.fault !== null) return answerIll(service.fault, response)
    const { status, body } = answerApi(knock)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return service
}

type Tell = StripeService['tell']

const deeds = (books: Books, tell: Tell): Pick<StripeService, 'confirm' | 'cancel'> => ({
  async confirm(session) {
    const subscription = subscribe(books, session)
    await tell(eventOf('customer.subscription.created', subscription))
    const completed = { id: session.id, client_reference_id: session.accountId, subscription: subscription.id }
    await tell(eventOf('checkout.session.completed', completed))
    return subscription
  },
  async cancel(customer) {
    for (const subscription of books.subscriptions.values()) {
      if (subscription.customer !== customer) continue
      subscription.status = 'canceled'
      await tell(eventOf('customer.subscription.deleted', subscription))
    }
  },
})

function apiOf(books: Books, pages: string): (knock: Knock) => ServiceAnswer {
  const gate = createGate(keys.secretKey)
  const known = ({ method, path, body }: Knock): ServiceAnswer => {
    const form = readForm(body)
    const place = { books, priceId: keys.priceId, pages }
    if (form === null) return badRequest('Invalid form')
    return answerCall({ method, path: path.split('?', 1)[0] ?? '', form }, place)
  }
  return (knock) => gate.fault(knock) ?? gate.once(knock, () => known(knock))
}

async function showPage({ method, path }: Knock, service: StripeService, response: ServerResponse): Promise<void> {
  const pages: PeoplePages = {
    confirm: async (session) => void (await service.confirm(session)),
    cancel: ({ customer }) => service.cancel(customer),
  }
  const page = await answerPage(method, path, service.books, pages)
  const headers = { 'content-type': 'text/html', ...(page?.location !== undefined && { location: page.location }) }
  response.writeHead(page?.status ?? 404, headers).end(page?.body ?? '')
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
