import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { sendPage, serveStylesheet } from '../../markup/page.ts'
import { IdentityAway } from '../../ports/identities.ts'
import { accountPolicy, type Accounts } from '../account/index.ts'
import type { Answer, Desk } from './desk.ts'
import { awayPage, noBillingPage, type BillingPlace } from './pages.ts'

export interface BillingOptions {
  readonly accounts: Pick<Accounts, 'authenticate'>
  /** Null: there is nothing to subscribe to. */
  readonly desk: Desk | null
  readonly trialDays: number
  readonly productName: string
  /** The page's origin and the API's, as this request sees them. */
  originsOf(request: FastifyRequest): { readonly web: string; readonly api: string }
}

/** GET /trial shows what is offered; only its button's POST begins it. */
export const billingRoutes = (options: BillingOptions): FastifyPluginAsync => {
  const answer = (path: '/trial' | '/billing', by: keyof Desk) => (request: FastifyRequest, reply: FastifyReply) =>
    answered(options, path, request, reply, options.desk?.[by] ?? null)
  return async (app) => {
    takeFormBodies(app)
    await serveStylesheet(app, '/trial/page.css')
    app.get('/trial', answer('/trial', 'show'))
    app.post('/trial', { bodyLimit: 10_000 }, answer('/trial', 'begin'))
    app.get('/billing', answer('/billing', 'manage'))
  }
}

async function answered(
  options: BillingOptions,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer | null,
): Promise<FastifyReply> {
  const { web, api } = options.originsOf(request)
  const place: BillingPlace = { web, api, productName: options.productName, trialDays: options.trialDays }
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
    if (!(error instanceof IdentityAway)) throw error
    return sendPage(reply.header('retry-after', '5'), 503, awayPage(place))
  }
}

/** The button's form has no field, but browsers send its type all the same. */
function takeFormBodies(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded'
  if (app.hasContentTypeParser(type)) return
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, _body, done) => done(null, null))
}
