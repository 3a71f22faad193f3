import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import type { AvatarOptions } from './avatar-options.ts'
import { chosenPictureRoutes } from './chosen-picture-routes.ts'
import { createFetchedPictures } from './fetched-pictures.ts'
import { createAvatarReader, type AvatarImage } from './portraits.ts'

interface AvatarRequest {
  readonly Params: { readonly userId: string }
  readonly Querystring: { readonly v?: string }
}

/** Pictures of people, all of them from here: no other host learns who looks at whom. */
export const avatarRoutes = (options: AvatarOptions): FastifyPluginAsync => {
  const portraitOf = createAvatarReader({ ...options, fetched: createFetchedPictures(options) })
  return async (app) => {
    await app.register(chosenPictureRoutes({ ...options, portraitOf }))
    app.get<AvatarRequest>('/avatar/:userId', async (request, reply) =>
      sendAvatar(request, reply, await portraitOf(request.params.userId.replaceAll('\0', ''))),
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
  // An address that names this very picture never shows another one; any other is asked for anew each time.
  const isNamed = request.query.v === tag
  reply
    .header('cache-control', isNamed ? `private, max-age=${yearSeconds}, immutable` : 'private, no-cache')
    .header('etag', etag)
    .header('content-security-policy', "default-src 'none'; sandbox")
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  return reply.type(type).send(bytes)
}
