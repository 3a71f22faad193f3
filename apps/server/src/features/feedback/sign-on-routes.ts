import type { FastifyPluginAsync } from 'fastify'

import { ApiError } from '../../transport/api-error.ts'
import type { Authenticate } from '../../transport/viewer.ts'
import { requireAllowed } from '../account/index.ts'
import { pictureOf } from '../people/index.ts'
import { type OutsideBoard, signOnToken } from './sign-on-token.ts'

export interface SignOnOptions {
  readonly authenticate: Authenticate
  /** Null: the board is ours, or there is none. */
  readonly board: OutsideBoard | null
  /** The API's address, where pictures are. */
  apiUrl(): string
  readonly now?: () => Date
}

/** Signs a person on to another service's board. Only they themselves can ask for it. */
export const signOnRoutes =
  ({ authenticate, board, apiUrl, now = () => new Date() }: SignOnOptions): FastifyPluginAsync =>
  async (app) => {
    app.get('/sso/feedback', async (request, reply) => {
      if (board === null) throw new ApiError('NOT_FOUND', 'There is no other service’s feedback board here')
      const viewer = await authenticate({ cookie: request.headers.cookie })
      const { person } = requireAllowed(viewer, 'product.use')
      const token = await signOnToken(board, person, pictureOf(person, apiUrl()), now())
      const { kind: provider, boardToken, sdkUrl } = board
      return reply.header('cache-control', 'no-store').send({ token, provider, boardToken, sdkUrl })
    })
  }
