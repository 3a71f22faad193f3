import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { sendPage, serveStylesheet } from '../../markup/page.ts'
import { IdentityUnavailableError } from '../../ports/identities.ts'
import { accountPolicy, type Accounts } from '../account/index.ts'
import type { BillingPageHandler, BillingPages } from './desk.ts'
import { identityDownPage, noBillingPage, type BillingPageContext } from './pages.ts'

export interface BillingOptions {
  readonly accounts: Pick<Accounts, 'authenticate'>
  /** Null: there is nothing to subscribe to. */
  readonly pages: BillingPages | null
  readonly trialDays: number
  readonly productName: string
  /** The page's origin and the API's, as this request sees them. */
  readOrigins(request: FastifyRequest): { readonly web: string; readonly api: string }
}

/** GET /trial shows what is offered; only its button's POST begins it. */
export const billingRoutes = (options: BillingOptions): FastifyPluginAsync => {
  const answer = (path: '/trial' | '/billing', by: keyof BillingPages) => (request: FastifyRequest, reply: FastifyReply) =>
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
  const place: BillingPageContext = { web, api, productName: options.productName, trialDays: options.trialDays }
  if (answer === null) return sendPage(reply, 404, noBillingPage(place))
  try {
    const viewer = await options.accounts.authenticate({ cookie: request.headers.cookie })
    if (viewer.kind === 'anonymous' || accountPolicy['trial.start'](viewer) !== 'allowed') {
      const login = new URL('/login', web)
      login.searchParams.set('next', new URL(path, api).href)
      return reply.header('cache-control', 'no-store').redirect(login.href, 303)
    }
    return await answer(viewer, place, reply.header('cache-control', 'no-store'))
  } catch (error) {
    if (!(error instanceof IdentityUnavailableError)) throw error
    return sendPage(reply.header('retry-after', '5'), 503, identityDownPage(place))
  }
}

/** The button's form has no field, but browsers send its type all the same. */
function ignoreFormBodies(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  if (app.hasContentTypeParser(type)) return
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) => done(null, null))
}
