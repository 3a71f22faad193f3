import type { FastifyPluginAsync } from 'fastify'

import type { Config } from '../config.ts'
import { signOnRoutes, type OutsideBoard } from '../features/feedback/index.ts'
import type { Origins } from '../transport/http/origins.ts'
import type { Authenticate } from '../transport/viewer.ts'

export interface SurroundingParts {
  readonly config: Config
  readonly origins: Origins
  readonly authenticate: Authenticate
}

/** Endpoints for what lies around projects: another service's board. */
export function composeSurroundings({ config, origins, authenticate }: SurroundingParts): FastifyPluginAsync[] {
  const apiUrl = () => config.apiUrl ?? origins.apiOf({ host: '' })
  return [signOnRoutes({ authenticate, apiUrl, board: outsideBoardOf(config) })]
}

function outsideBoardOf({ feedback }: Config): OutsideBoard | null {
  const { kind, boardToken, ssoKey, sdkUrl } = feedback
  if (kind !== 'canny' && kind !== 'quackback') return null
  return boardToken === null || ssoKey === null || sdkUrl === null ? null : { kind, boardToken, ssoKey, sdkUrl }
}
