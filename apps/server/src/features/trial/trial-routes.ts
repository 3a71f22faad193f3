import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { sendPage, serveStylesheet } from '../../markup/page.ts'
import { IdentityAway } from '../../ports/identities.ts'
import { accountPolicy, type Accounts, type SignedInViewer } from '../account/index.ts'
import { awayPage, noTrialsPage, offerPage, runningPage, usedPage, type TrialPlace } from './trial-pages.ts'

export interface TrialOptions {
  readonly accounts: Pick<Accounts, 'authenticate' | 'read' | 'startTrial'>
  readonly billing: 'none' | 'local' | 'stripe'
  readonly trialDays: number
  readonly productName: string
  /** The page's origin and the API's, as this request sees them. */
  originsOf(request: FastifyRequest): { readonly web: string; readonly api: string }
  audit(event: { readonly kind: string; readonly userId: string; readonly accountId: string }): void
}

type Answer = (viewer: SignedInViewer, place: TrialPlace, reply: FastifyReply) => Promise<FastifyReply>

/** GET /trial shows what is offered; only its button's POST begins it. */
export const trialRoutes = (options: TrialOptions): FastifyPluginAsync => {
  const { accounts, audit } = options

  const show: Answer = async (viewer, place, reply) => {
    const account = await accounts.read(viewer.accountId)
    const subscription = account?.subscription ?? null
    if (subscription === null) return sendPage(reply, 200, offerPage(place))
    const isRunning = subscription.status === 'trialing' && subscription.trialEnd !== null
    return sendPage(reply, 200, isRunning ? runningPage(place, subscription.trialEnd) : usedPage(place))
  }

  const begin: Answer = async (viewer, place, reply) => {
    const begun = await accounts.startTrial(viewer.accountId)
    if (!begun.ok) return sendPage(reply, 409, usedPage(place))
    audit({ kind: 'trial-started', userId: viewer.person.id, accountId: viewer.accountId })
    return reply.redirect(new URL('/projects?trial=1', place.web).href, 303)
  }

  return async (app) => {
    takeFormBodies(app)
    await serveStylesheet(app, '/trial/page.css')
    app.get('/trial', (request, reply) => answered(options, request, reply, show))
    // With a trial clock of our own there is nothing to pay: where the trial stands is the whole of billing.
    app.get('/billing', (request, reply) => answered(options, request, reply, show))
    app.post('/trial', { bodyLimit: 10_000 }, (request, reply) => answered(options, request, reply, begin))
  }
}

async function answered(options: TrialOptions, request: FastifyRequest, reply: FastifyReply, answer: Answer) {
  const { web, api } = options.originsOf(request)
  const place: TrialPlace = { web, productName: options.productName, trialDays: options.trialDays }
  if (options.billing !== 'local') return sendPage(reply, 404, noTrialsPage(place))
  try {
    const viewer = await options.accounts.authenticate({ cookie: request.headers.cookie })
    if (viewer.kind === 'anonymous' || accountPolicy['trial.start'](viewer) !== 'allowed') {
      const login = new URL('/login', web)
      login.searchParams.set('next', new URL('/trial', api).href)
      return reply.header('cache-control', 'no-store').redirect(login.href, 303)
    }
    return await answer(viewer, place, reply)
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
