import { randomUUID } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityAdmin } from '../admin-api/identity-admin.ts'
import { createAdminApi } from '../admin-api/routes.ts'
import type { Core } from '../core/core.ts'
import { respondRedirect, type Visit, type VisitResponse, type VisitRoute, withQuery } from '../core/visit.ts'
import { loginRoutes } from '../flows/login.ts'
import { logoutRoutes } from '../flows/logout.ts'
import { recoveryRoutes } from '../flows/recovery.ts'
import { registrationRoutes } from '../flows/registration.ts'
import { settingsRoutes } from '../flows/settings.ts'
import { verificationRoutes } from '../flows/verification.ts'
import { HttpError, httpErrors } from '../protocol/errors.ts'
import { emptyFields } from '../protocol/fields.ts'
import { sessionRoutes } from '../sessions/routes.ts'
import { isDatabaseUnavailable } from '../storage/database.ts'
import { storeFlowError } from '../storage/flow-store.ts'
import { errorTexts } from '../texts/errors.ts'
import { bodyLimitBytes, readFormFields, registerFormParsers } from './body.ts'
import { isCrossSiteSubmit, openVisit } from './open-visit.ts'
import { errorRoutes, serviceRoutes } from './service-routes.ts'

const listRoutes = (core: Core): readonly VisitRoute[] => [
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

/** Answers unknown paths in the protocol's error format. */
const notFoundRoute: VisitRoute = {
  methods: ['GET'],
  path: '/*',
  json: 'always',
  run: async () => {
    throw httpErrors.notFound()
  },
}

/** Must be registered under the path of its base, such as /identity. */
export const createIdentityPlugin =
  (core: Core, admin: IdentityAdmin): FastifyPluginAsync =>
  async (app) => {
    await registerFormParsers(app)
    for (const route of listRoutes(core)) {
      app.route({
        method: [...route.methods],
        url: route.path,
        bodyLimit: bodyLimitBytes,
        exposeHeadRoute: false,
        handler: (request, reply) => handleVisit(core, route, request, reply),
        errorHandler: (error, request, reply) => replyWithFailure(core, route, request, reply, error),
      })
    }
    const { adminToken } = core.options
    if (adminToken !== undefined) await app.register(createAdminApi(core, admin, adminToken), { prefix: '/admin' })
    app.all('/*', {
      handler: (request, reply) => handleVisit(core, notFoundRoute, request, reply),
      errorHandler: (error, request, reply) => replyWithFailure(core, notFoundRoute, request, reply, error),
    })
  }

async function handleVisit(
  core: Core,
  route: VisitRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const opened = openVisit(core, route, request, emptyFields)
  try {
    if (!route.acceptsForm) return sendResponse(reply, opened, await route.run(opened))
    if (route.acceptsForm !== 'from-anywhere') refuseCrossSiteSubmit(opened, request)
    const visit = { ...opened, fields: await readFormFields(request) }
    return sendResponse(reply, visit, await route.run(visit))
  } catch (error) {
    return sendResponse(reply, opened, await toFailureResponse(core, opened, error, request.id), failureHeaders(error))
  }
}

function refuseCrossSiteSubmit(visit: Visit, request: FastifyRequest): void {
  if (request.method !== 'POST') return
  const fetchSite = request.headers['sec-fetch-site']
  const isForeign = isCrossSiteSubmit({
    origin: request.headers.origin,
    fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
    own: [visit.base, ...Object.values(visit.pages)],
  })
  if (isForeign) throw httpErrors.csrf(errorTexts.csrfReasons.otherSite)
}

/** Handles failures before a visit is open: a body that is too large, of an unknown type or malformed, or a bug. */
async function replyWithFailure(
  core: Core,
  route: VisitRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): Promise<FastifyReply> {
  try {
    const visit = openVisit(core, route, request, emptyFields)
    return sendResponse(reply, visit, await toFailureResponse(core, visit, error, request.id), failureHeaders(error))
  } catch (worse) {
    const refusal = toHttpError(core, worse, request.id)
    return reply.code(refusal.code).headers(errorHeaders(refusal)).send(refusal.envelope())
  }
}

function toHttpError(core: Core, error: unknown, requestId: string): HttpError {
  if (error instanceof HttpError) return error
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return new HttpError(status, { reason: errorTexts.request.unreadable })
  const incident = randomUUID()
  core.options.log.error({ err: error, incident, requestId }, 'identity request failed')
  return isDatabaseUnavailable(error) ? httpErrors.busy(5) : httpErrors.internal(incident)
}

/** Sends the error envelope to a JSON client; a browser gets the error page, which fetches the error by its id. */
async function toFailureResponse(core: Core, visit: Visit, error: unknown, requestId: string): Promise<VisitResponse> {
  const refusal = toHttpError(core, error, requestId)
  const envelope: VisitResponse = {
    kind: 'json',
    status: refusal.code,
    body: refusal.envelope(),
    headers: errorHeaders(refusal),
  }
  // A waiting time concerns this caller: the header and the status carry it, and a page elsewhere could not.
  if (visit.wantsJson || refusal.code === 429 || refusal.code === 503) return envelope
  try {
    return respondRedirect(
      withQuery(visit.pages.error, { id: await storeFlowError(core.db, refusal.error(), visit.now) }),
    )
  } catch {
    return envelope
  }
}

const errorHeaders = (refusal: HttpError) => ({ 'ory-error-id': refusal.parts.id ?? '', ...refusal.parts.headers })

const failureHeaders = (error: unknown) => ({
  'ory-error-id': error instanceof HttpError ? (error.parts.id ?? '') : '',
})

function sendResponse(
  reply: FastifyReply,
  visit: Visit,
  answer: VisitResponse,
  headers: Record<string, string> = {},
): FastifyReply {
  reply.headers({ 'cache-control': 'private, no-cache, no-store, must-revalidate', ...headers })
  // The outer server may have set Vary as well.
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
