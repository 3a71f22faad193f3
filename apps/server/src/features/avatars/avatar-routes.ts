import type { FastifyPluginAsync } from 'fastify'

import type { Database } from '../../database/database.ts'
import { avatarSvg } from './avatar-svg.ts'

export interface AvatarOptions {
  readonly database: Database
}

/** A picture for everyone: drawn here, so that no other host learns who looks at whom. */
export const avatarRoutes =
  ({ database }: AvatarOptions): FastifyPluginAsync =>
  async (app) => {
    app.get<{ Params: { userId: string } }>('/avatar/:userId', async (request, reply) => {
      const { userId } = request.params
      const known = await database.db
        .selectFrom('accounts')
        .select(['firstname', 'lastname', 'email'])
        .where('user_id', '=', userId.replaceAll('\0', ''))
        .executeTakeFirst()
      // Someone unknown gets a picture as well: whether an id is taken is nobody's business.
      const name = `${known?.firstname ?? ''} ${known?.lastname ?? ''}`.trim() || (known?.email ?? '')
      return reply
        .header('cache-control', 'private, max-age=300')
        .header('content-security-policy', "default-src 'none'")
        .type('image/svg+xml; charset=utf-8')
        .send(avatarSvg(userId, name))
    })
  }
