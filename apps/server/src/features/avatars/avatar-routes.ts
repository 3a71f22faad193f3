import { pictureLimits, pictureTexts } from '@espalier/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../api/errors.ts'
import { requireRate } from '../../api/rate-limits.ts'
import { type Authenticate, authenticateRequest } from '../../api/viewer.ts'
import type { Database } from '../../database/database.ts'
import { readAccountPicture, removeChosenPicture, storeChosenPicture } from './store.ts'
import type { Log } from '../../ports/log.ts'
import type { PictureSource } from '../../ports/pictures.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { requireAccountPermission } from '../account/index.ts'
import { buildPictureUrl } from '../people/index.ts'
import { accountErrorTexts } from '../../texts/projects.ts'
import { parsePicture } from './parse-picture.ts'
import {
  type AvatarImage,
  computeImageTag,
  createAvatarReader,
  createFetchedPictures,
  type ReadAvatar,
} from './read-avatar.ts'

export interface AvatarOptions {
  readonly database: Database
  readonly authenticate: Authenticate
  readonly sources: readonly PictureSource[]
  /** Null means no limits. */
  readonly rates: Rates | null
  readonly log: Log
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
  readonly now?: () => number
}

interface AvatarRequest {
  readonly Params: { readonly userId: string }
  readonly Querystring: { readonly v?: string }
}

/** Serves all pictures of people, so that no other host learns who views whom. */
export const avatarRoutes = (options: AvatarOptions): FastifyPluginAsync => {
  const readAvatar = createAvatarReader({ ...options, fetched: createFetchedPictures(options) })
  return async (app) => {
    await app.register(chosenPictureRoutes({ ...options, portraitOf: readAvatar }))
    app.get<AvatarRequest>('/avatar/:userId', async (request, reply) =>
      sendAvatar(request, reply, await readAvatar(request.params.userId.replaceAll('\0', ''))),
    )
  }
}

const yearSeconds = 31_536_000

function sendAvatar(
  request: FastifyRequest<AvatarRequest>,
  reply: FastifyReply,
  { tag, type, bytes }: AvatarImage,
): FastifyReply {
  const etag = `"${tag}"`
  // A URL with the version of this picture never shows another one; every other URL is revalidated each time.
  const isNamed = request.query.v === tag
  reply
    .header('cache-control', isNamed ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache')
    .header('etag', etag)
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(bytes)
}

const pictureChangeRate: Rate = { name: 'pictures chosen', max: 20, windowMs: 60 * 60_000, isExact: true }

const limitPictureChanges = (rates: Rates | null, userId: string): Promise<void> =>
  requireRate(rates, pictureChangeRate, {
    key: userId,
    message: accountErrorTexts.pictureTooOften,
  })

/** Routes of the own picture: read, replace, delete. */
const chosenPictureRoutes = (options: AvatarOptions & { readonly portraitOf: ReadAvatar }): FastifyPluginAsync => {
  const { database, authenticate, rates, apiUrl, portraitOf } = options
  const requireUserId = async ({ headers }: FastifyRequest): Promise<string> =>
    requireAccountPermission(
      await authenticateRequest(authenticate, { ...headers, authorization: undefined }),
      'account.read',
    ).person.id
  const sendPictureInfo = async (reply: FastifyReply, userId: string): Promise<FastifyReply> => {
    const pictureVersion = (await readAccountPicture(database.pool, userId))?.version ?? null
    const { kind } = await portraitOf(userId)
    const picture = buildPictureUrl({ id: userId, pictureVersion }, apiUrl())
    return reply.header('cache-control', 'no-store').send({ kind, picture })
  }
  return async (app) => {
    app.addContentTypeParser(
      ['image/png', 'image/jpeg', 'image/webp'],
      { parseAs: 'buffer', bodyLimit: pictureLimits.bytes },
      (_request, body, done) => done(null, body),
    )
    app.get('/avatar', async (request, reply) => sendPictureInfo(reply, await requireUserId(request)))
    app.post('/avatar', { bodyLimit: pictureLimits.bytes }, async (request, reply) => {
      const userId = await requireUserId(request)
      await limitPictureChanges(rates, userId)
      const read = Buffer.isBuffer(request.body) ? parsePicture(request.body) : null
      if (read === null || !read.ok) {
        const text = read?.reason === 'too-large' ? pictureTexts.tooLarge : pictureTexts.unreadable
        throw new ApiError('BAD_USER_INPUT', text, { field: 'picture' })
      }
      const { type, bytes } = read.value
      await storeChosenPicture(database.pool, { userId, type, bytes, version: computeImageTag(bytes), at: new Date() })
      return sendPictureInfo(reply, userId)
    })
    app.delete('/avatar', async (request, reply) => {
      const userId = await requireUserId(request)
      await removeChosenPicture(database.pool, userId)
      return sendPictureInfo(reply, userId)
    })
  }
}
