import { timingSafeEqual } from 'node:crypto'
import { isUuid } from '@espalier/domain'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Core } from '../core/core.ts'
import { withQuery } from '../core/visit.ts'
import { type IdentityRecord, toIdentityView } from '../identities/identity.ts'
import { sha256 } from '../protocol/crypto.ts'
import { HttpError, httpErrors } from '../protocol/errors.ts'
import { errorTexts } from '../texts/errors.ts'
import type { IdentityAdmin } from './identity-admin.ts'
import { applyIdentityPatch } from './json-patch.ts'

const bodyLimitBytes = 256 * 1024
const pageSizes = { usual: 250, most: 500 }

interface IdRoute {
  Params: { id: string }
}

/**
 * The part of Kratos's admin API that an operator's programs need: list, read, change metadata_public and the state,
 * end sessions. Kratos leaves this API open; here every request must carry the token.
 */
export const createAdminApi =
  (core: Core, admin: IdentityAdmin, token: string): FastifyPluginAsync =>
  async (app) => {
    registerJsonParser(app)
    app.setErrorHandler((error, request, reply) => replyWithError(core, error, request, reply))
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'private, no-cache, no-store, must-revalidate')
      if (hasAdminToken(request, token)) return
      core.options.audit({ kind: 'admin-refused', address: core.options.getClientAddress?.(request) ?? request.ip })
      throw new HttpError(401, { reason: errorTexts.adminTokenMissing, headers: { 'www-authenticate': 'Bearer' } })
    })
    app.get('/identities', async (request, reply) => {
      const { identities, next } = await listRequestedIdentities(core, admin, request)
      if (next !== null) reply.header('link', `<${next}>; rel="next"`)
      return identities.map((identity) => renderIdentity(core, request, identity))
    })
    app.get<IdRoute>('/identities/:id', async (request, reply) =>
      reply.send(renderIdentity(core, request, await requireIdentityById(admin, request.params.id))),
    )
    app.patch<IdRoute>('/identities/:id', async (request, reply) => {
      const { id } = request.params
      const before = await requireIdentityById(admin, id)
      const patched = applyIdentityPatch(before, request.body)
      if (!patched.ok) throw httpErrors.malformed(patched.reason)
      const { state, metadataPublic } = patched.value
      if (metadataPublic !== before.metadataPublic) {
        await admin.setMetadataPublic(id, metadataPublic)
        core.options.audit({ kind: 'metadata-changed', identityId: id })
      }
      if (state !== before.state) {
        await admin.setState(id, state)
        core.options.audit({ kind: 'state-changed', identityId: id, reason: state })
      }
      return reply.send(renderIdentity(core, request, await requireIdentityById(admin, id)))
    })
    app.delete<IdRoute>('/identities/:id/sessions', async (request, reply) => {
      const { id } = await requireIdentityById(admin, request.params.id)
      await admin.endSessions(id)
      return reply.code(204).send()
    })
    app.all('/*', async () => {
      throw httpErrors.notFound()
    })
  }

const renderIdentity = (core: Core, request: FastifyRequest, identity: IdentityRecord) => ({
  ...toIdentityView(identity, core.options.getBaseUrl(request)),
  metadata_admin: null,
})

async function requireIdentityById(admin: IdentityAdmin, id: string): Promise<IdentityRecord> {
  const found = await admin.get(id)
  if (found === null) throw httpErrors.notFound()
  return found
}

/** Replaces the service's form parsers, because a JSON Patch is a list rather than a form. */
function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/json-patch+json'],
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    async (_request: FastifyRequest, text: string) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        throw httpErrors.malformed(errorTexts.request.notJson)
      }
    },
  )
}

function hasAdminToken({ headers }: FastifyRequest, token: string): boolean {
  const sent = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(Buffer.from(sha256(sent)), Buffer.from(sha256(token)))
}

async function listRequestedIdentities(
  core: Core,
  admin: IdentityAdmin,
  request: FastifyRequest,
): Promise<{ readonly identities: readonly IdentityRecord[]; readonly next: string | null }> {
  const { searchParams } = new URL(request.url, core.options.getBaseUrl(request))
  const email = searchParams.get('credentials_identifier')
  if (email !== null) {
    const found = await admin.findByEmail(email)
    return { identities: found === null ? [] : [found], next: null }
  }
  const ids = searchParams.getAll('ids')
  if (ids.length > 0) {
    const found = await Promise.all(ids.slice(0, pageSizes.most).map((id) => admin.get(id)))
    return { identities: found.filter((identity) => identity !== null), next: null }
  }
  const size = Math.min(
    pageSizes.most,
    Math.max(1, Math.trunc(Number(searchParams.get('page_size'))) || pageSizes.usual),
  )
  const token = searchParams.get('page_token')
  if (token !== null && !isUuid(token)) throw httpErrors.malformed(errorTexts.request.badPageToken)
  const page = await admin.list({ size, ...(token !== null && { token }) })
  const list = `${core.options.getBaseUrl(request)}/admin/identities`
  const { nextPageToken } = page
  const next = nextPageToken === null ? null : withQuery(list, { page_size: String(size), page_token: nextPageToken })
  return { identities: page.identities, next }
}

function replyWithError(core: Core, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  const isExpected = error instanceof HttpError || (status >= 400 && status < 500)
  if (!isExpected) core.options.log.error({ err: error, requestId: request.id }, 'identity admin request failed')
  const refusal = error instanceof HttpError ? error : new HttpError(isExpected ? status : 500)
  return reply
    .code(refusal.code)
    .headers(refusal.parts.headers ?? {})
    .send(refusal.envelope())
}
