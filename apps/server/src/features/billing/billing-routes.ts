import type { Price } from '@espalier/domain'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage, serveStylesheet } from '../../api/html-page.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import type { Log } from '../../ports/log.ts'
import type { Payments } from '../../ports/payments.ts'
import { accountPolicy, type Accounts } from '../account/index.ts'
import {
  type BillingPageContext,
  type BillingPageHandler,
  type BillingPages,
  identityDownPage,
  noBillingPage,
} from './billing-pages.ts'

/** Null if the price is unknown now. Never fails, because a page without the price is better than none. */
export type ReadCachedPrice = () => Promise<Price | null>

const priceCacheMs = 10 * 60_000
const priceRetryMs = 30_000

/** Caches the price of the payment service, so that it is requested rarely for any number of readers. */
export function createPriceCache(payments: Pick<Payments, 'readPrice'>, log: Log, now = Date.now): ReadCachedPrice {
  let known: Promise<Price | null> | null = null
  let until = 0
  return () => {
    if (known !== null && now() < until) return known
    until = now() + priceCacheMs
    known = payments.readPrice().catch((error: unknown) => {
      log.warn({ err: error }, 'the price could not be read')
      until = now() + priceRetryMs
      return null
    })
    return known
  }
}

interface BillingOptions {
  readonly accounts: Pick<Accounts, 'authenticate'>
  /** Null if there is nothing to subscribe to. */
  readonly pages: BillingPages | null
  readonly trialDays: number
  readonly productName: string
  /** The origins of the page and of the API as this request sees them. */
  readOrigins(request: FastifyRequest): { readonly web: string; readonly api: string }
}

/** GET /trial shows the offer; only the POST of its button starts it. */
export const billingRoutes = (options: BillingOptions): FastifyPluginAsync => {
  const answer =
    (path: '/trial' | '/billing', by: keyof BillingPages) => (request: FastifyRequest, reply: FastifyReply) =>
      sendBillingPage(options, path, request, reply, options.pages?.[by] ?? null)
  return async (app) => {
    ignoreFormBodies(app)
    await serveStylesheet(app, '/trial/page.css')
    app.get('/trial', answer('/trial', 'show'))
    app.post('/trial', { bodyLimit: 10_000 }, answer('/trial', 'begin'))
    app.get('/billing', answer('/billing', 'manage'))
  }
}

async function sendBillingPage(
  options: BillingOptions,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: BillingPageHandler | null,
): Promise<FastifyReply> {
  const { web, api } = options.readOrigins(request)
  const pageContext: BillingPageContext = { web, api, productName: options.productName, trialDays: options.trialDays }
  if (answer === null) return sendPage(reply, 404, noBillingPage(pageContext))
  try {
    const viewer = await options.accounts.authenticate({ cookie: request.headers.cookie })
    if (viewer.kind === 'anonymous' || accountPolicy['trial.start'](viewer) !== 'allowed') {
      const login = new URL('/login', web)
      login.searchParams.set('next', new URL(path, api).href)
      return reply.header('cache-control', 'no-store').redirect(login.href, 303)
    }
    return await answer(viewer, pageContext, reply.header('cache-control', 'no-store'))
  } catch (error) {
    if (!(error instanceof IdentityUnavailableError)) throw error
    return sendPage(reply.header('retry-after', '5'), 503, identityDownPage(pageContext))
  }
}

/** The button's form has no field, but browsers still send its content type. */
function ignoreFormBodies(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  if (app.hasContentTypeParser(type)) return
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) => done(null, null))
}

/** Serves the price to the page of plans. Null if it is unknown or nothing has to be paid. */
export const billingPriceRoute =
  (price: ReadCachedPrice): FastifyPluginAsync =>
  async (app) => {
    app.get('/billing/price', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ price: await price() }),
    )
  }
