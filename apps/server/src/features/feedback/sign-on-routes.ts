import type { FastifyPluginAsync } from 'fastify'

import { ApiError } from '../../transport/api-error.ts'
import type { Authenticate } from '../../transport/viewer.ts'
import { requireAccountPermission } from '../account/index.ts'
import { buildPictureUrl } from '../people/index.ts'
import { type ExternalFeedbackBoard, createSignOnToken } from './sign-on-token.ts'

export interface SignOnOptions {
  readonly authenticate: Authenticate
  /** Null: the board is ours, or there is none. */
  readonly board: ExternalFeedbackBoard | null
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
      const { person } = requireAccountPermission(viewer, 'product.use')
      const token = await createSignOnToken(board, person, buildPictureUrl(person, apiUrl()), now())
      const { kind: provider, boardToken, sdkUrl } = board
      return reply.header('cache-control', 'no-store').send({ token, provider, boardToken, sdkUrl })
    })
  }
