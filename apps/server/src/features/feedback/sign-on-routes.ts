import type { FastifyPluginAsync } from 'fastify'
import { SignJWT } from 'jose'
import { ApiError } from '../../api/errors.ts'
import type { Authenticate } from '../../api/viewer.ts'
import type { Person } from '../../ports/identities.ts'
import { requireAccountPermission } from '../account/index.ts'
import { buildPictureUrl } from '../people/index.ts'
import { projectErrorTexts } from '../../texts/projects.ts'

/** An external board that the operator has chosen. */
export interface ExternalFeedbackBoard {
  readonly kind: 'canny' | 'quackback'
  readonly boardToken: string
  readonly ssoKey: string
  readonly sdkUrl: string
}

const lifetimeSeconds = { canny: 60 * 60, quackback: 5 * 60 } as const

const formatBoardUserName = ({ firstname, lastname, email }: Person): string =>
  `${firstname ?? ''} ${lastname ?? ''}`.trim() || (email.split('@')[0] ?? email)

/** Identifies the person to the board with the claims that it reads. The key stays here. */
function createSignOnToken(board: ExternalFeedbackBoard, person: Person, picture: string, now: Date): Promise<string> {
  const who = { email: person.email, name: formatBoardUserName(person) }
  const claims = board.kind === 'canny' ? { id: person.id, ...who, avatarURL: picture } : who
  const seconds = Math.floor(now.getTime() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(person.id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + lifetimeSeconds[board.kind])
    .sign(new TextEncoder().encode(board.ssoKey))
}

export interface SignOnOptions {
  readonly authenticate: Authenticate
  /** Null if the board is built in or there is none. */
  readonly board: ExternalFeedbackBoard | null
  /** The API's URL, which serves the pictures. */
  apiUrl(): string
  readonly now?: () => Date
}

/** Signs a person in to an external board. Only the person themselves can request it. */
export const signOnRoutes =
  ({ authenticate, board, apiUrl, now = () => new Date() }: SignOnOptions): FastifyPluginAsync =>
  async (app) => {
    app.get('/sso/feedback', async (request, reply) => {
      if (board === null) throw new ApiError('NOT_FOUND', projectErrorTexts.noExternalBoard)
      const viewer = await authenticate({ cookie: request.headers.cookie })
      const { person } = requireAccountPermission(viewer, 'product.use')
      const token = await createSignOnToken(board, person, buildPictureUrl(person, apiUrl()), now())
      const { kind: provider, boardToken, sdkUrl } = board
      return reply.header('cache-control', 'no-store').send({ token, provider, boardToken, sdkUrl })
    })
  }
