import { pictureLimits, pictureTexts } from '@espalier/domain'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { readAccountPicture, removeChosenPicture, storeChosenPicture } from '../../database/pictures.ts'
import type { Rate, Rates } from '../../ports/rates.ts'
import { ApiError } from '../../transport/api-error.ts'
import { authenticateRequest } from '../../transport/viewer.ts'
import { requireAccountPermission } from '../account/index.ts'
import { buildPictureUrl } from '../people/index.ts'
import type { AvatarOptions } from './avatar-options.ts'
import { parsePicture } from './picture/read-picture.ts'
import { computeImageTag, type ReadAvatar } from './portraits.ts'

const pictureChangeRate: Rate = { name: 'pictures chosen', max: 20, windowMs: 60 * 60_000, isExact: true }

async function limitPictureChanges(rates: Rates | null, userId: string): Promise<void> {
  if (rates === null) return
  const { count, endsInMs } = await rates.count(pictureChangeRate, userId)
  if (count <= pictureChangeRate.max) return
  const retryAfter = Math.max(1, Math.ceil(endsInMs / 1000))
  throw new ApiError('RATE_LIMITED', 'You have changed your picture often. Please try again later', { retryAfter })
}

/** One's own picture: what it is, another one, none. */
export const chosenPictureRoutes = (
  options: AvatarOptions & { readonly portraitOf: ReadAvatar },
): FastifyPluginAsync => {
  const { database, authenticate, rates, apiUrl, portraitOf } = options
  const own = async ({ headers }: FastifyRequest): Promise<string> =>
    requireAccountPermission(await authenticateRequest(authenticate, headers), 'account.read').person.id
  const tell = async (reply: FastifyReply, userId: string): Promise<FastifyReply> => {
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
    app.get('/avatar', async (request, reply) => tell(reply, await own(request)))
    app.post('/avatar', { bodyLimit: pictureLimits.bytes }, async (request, reply) => {
      const userId = await own(request)
      await limitPictureChanges(rates, userId)
      const read = Buffer.isBuffer(request.body) ? parsePicture(request.body) : null
      if (read === null || !read.ok) {
        const text = read?.reason === 'too-large' ? pictureTexts.tooLarge : pictureTexts.unreadable
        throw new ApiError('BAD_USER_INPUT', text, { field: 'picture' })
      }
      const { type, bytes } = read.value
      await storeChosenPicture(database.pool, { userId, type, bytes, version: computeImageTag(bytes), at: new Date() })
      return tell(reply, userId)
    })
    app.delete('/avatar', async (request, reply) => {
      const userId = await own(request)
      await removeChosenPicture(database.pool, userId)
      return tell(reply, userId)
    })
  }
}
