import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { adminApi } from './admin-api/routes.ts'
import type { Core } from './core.ts'
import type { IdentityAdmin } from './identities/admin.ts'
import { errorRoutes } from './flows/errors/routes.ts'
import { loginRoutes } from './flows/login/routes.ts'
import { logoutRoutes } from './flows/logout/routes.ts'
import { recoveryRoutes } from './flows/recovery/routes.ts'
import { registrationRoutes } from './flows/registration/routes.ts'
import { settingsRoutes } from './flows/settings/routes.ts'
import { verificationRoutes } from './flows/verification/routes.ts'
import { redirect, withQuery, type Answer, type Route, type Visit } from './flows/visit.ts'
import { bodyLimitBytes, readFields, takeForms } from './forms/body.ts'
import { noFields } from './forms/fields.ts'
import { isForeignSubmit } from './forms/origin.ts'
import { Refusal, refusals } from './forms/refusal.ts'
import { openVisit } from './request-visit.ts'
import { serviceRoutes } from './service-routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { isDatabaseAway } from './storage/database.ts'
import { storeError } from './storage/errors.ts'

const routesOf = (core: Core): readonly Route[] => [
  ...loginRoutes(core),
  ...registrationRoutes(core),
  ...settingsRoutes(core),
  ...recoveryRoutes(core),
  ...verificationRoutes(core),
  ...logoutRoutes(core),
  ...errorRoutes(core),
  ...sessionRoutes(core),
  ...serviceRoutes(core),
  ...core.methods.flatMap((method) => method.routes?.(core) ?? []),
]

/** Any path that is no route of ours still answers in the protocol's words. */
const nowhere: Route = {
  methods: ['GET'],
  path: '/*',
  json: 'always',
  run: async () => {
    throw refusals.notFound()
  },
}

/** To be registered under the path of its base, such as /identity. */
export const createPlugin =
  (core: Core, admin: IdentityAdmin): FastifyPluginAsync =>
  async (app) => {
    await takeForms(app)
    for (const route of routesOf(core)) {
      app.route({
        method: [...route.methods],
        url: route.path,
        bodyLimit: bodyLimitBytes,
        exposeHeadRoute: false,
        handler: (request, reply) => serve(core, route, request, reply),
        errorHandler: (error, request, reply) => answerFailure(core, route, request, reply, error),
      })
    }
    const { adminToken } = core.options
    if (adminToken !== undefined) await app.register(adminApi(core, admin, adminToken), { prefix: '/admin' })
    app.all('/*', {
      handler: (request, reply) => serve(core, nowhere, request, reply),
      errorHandler: (error, request, reply) => answerFailure(core, nowhere, request, reply, error),
    })
  }

async function serve(core: Core, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const opened = openVisit(core, route, request, noFields)
  try {
    if (!route.takesForm) return send(reply, opened, await route.run(opened))
    if (route.takesForm !== 'from-anywhere') refuseStrangers(opened, request)
    const visit = { ...opened, fields: await readFields(request) }
    return send(reply, visit, await route.run(visit))
  } catch (error) {
    return send(reply, opened, await failureAnswer(core, opened, error, request.id), failureHeaders(error))
  }
}

function refuseStrangers(visit: Visit, request: FastifyRequest): void {
  if (request.method !== 'POST') return
  const fetchSite = request.headers['sec-fetch-site']
  const isForeign = isForeignSubmit({
    origin: request.headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    own: [visit.base, ...Object.values(visit.pages)],
  })
  if (isForeign) throw refusals.csrf('The form was sent by a page of another site.')
}

/** What fails before a visit is open: a body too large, of an unknown type, or not what it claims to be; or a bug. */
async function answerFailure(
  core: Core,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  try {
    const visit = openVisit(core, route, request, noFields)
    return send(reply, visit, await failureAnswer(core, visit, error, request.id), failureHeaders(error))
  } catch (worse) {
    const refusal = refusalOf(core, worse, request.id)
    return reply.code(refusal.code).headers(headersOf(refusal)).send(refusal.envelope())
  }
}

function refusalOf(core: Core, error: unknown, requestId: string): Refusal {
  if (error instanceof Refusal) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return new Refusal(status, { reason: 'The request could not be read.' })
  const incident = randomUUID()
  core.options.log.error({ err: error, incident, requestId }, 'identity request failed')
  return isDatabaseAway(error) ? refusals.busy(5) : refusals.internal(incident)
}

/** The envelope for a script; for a browser the error page, which fetches the error by its id. */
async function failureAnswer(core: Core, visit: Visit, error: unknown, requestId: string): Promise<Answer> {
  const refusal = refusalOf(core, error, requestId)
  const envelope: Answer = { kind: 'json', status: refusal.code, body: refusal.envelope(), headers: headersOf(refusal) }
  // A waiting time is for whoever asked: the header and the status say it, a page elsewhere could not.
  if (visit.wantsJson || refusal.code === 429 || refusal.code === 503) return envelope
  try {
    return redirect(withQuery(visit.pages.error, { id: await storeError(core.db, refusal.error(), visit.now) }))
  } catch {
    return envelope
  }
}

const headersOf = (refusal: Refusal) => ({ 'ory-error-id': refusal.parts.id ?? '', ...refusal.parts.headers })

const failureHeaders = (error: unknown) => ({ 'ory-error-id': error instanceof Refusal ? (error.parts.id ?? '') : '' })

function send(reply: FastifyReply, visit: Visit, answer: Answer, headers: Record<string, string> = {}): FastifyReply {
  reply.headers({ 'cache-control': 'private, no-cache, no-store, must-revalidate', ...headers })
  // The outer server may vary by origin too.
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? 'Cookie' : `${String(vary)}, Cookie`)
  const cookies = visit.cookies.headers()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  switch (answer.kind) {
    case 'json':
      return reply
        .code(answer.status)
        .headers(answer.headers ?? {})
        .send(answer.body)
    case 'redirect':
      return reply.code(answer.status).header('location', answer.location).send()
    case 'empty':
      return reply.code(answer.status).send()
  }
}
