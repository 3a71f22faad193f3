import type { FastifyPluginAsync } from 'fastify'

import { createAnalyticsViews } from '../adapters/analytics/analytics-views.ts'
import { createGravatarPictures } from '../adapters/gravatar/gravatar-pictures.ts'
import { createProviderPictures } from '../adapters/provider-pictures/provider-pictures.ts'
import { createSentryReports } from '../adapters/sentry/sentry-reports.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { avatarRoutes } from '../features/avatars/index.ts'
import { signOnRoutes, type ExternalFeedbackBoard } from '../features/feedback/index.ts'
import { telemetryRoutes } from '../features/telemetry/index.ts'
import type { Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import type { ErrorReports } from '../ports/telemetry.ts'
import type { Origins } from '../transport/http/origins.ts'
import type { Authenticate } from '../transport/viewer.ts'

export interface OptionalRoutesParts {
  readonly config: Config
  readonly database: Database
  readonly origins: Origins
  readonly authenticate: Authenticate
  readonly rates: Rates
  readonly log: Log
  /** Null: the operator has named no receiver. */
  readonly reports: ErrorReports | null
}

/** Endpoints for what lies around projects: pictures of people, another service's board, reports and page views. */
export function composeOptionalRoutes(parts: OptionalRoutesParts): FastifyPluginAsync[] {
  const { config, database, origins, authenticate, log, reports } = parts
  const apiUrl = () => config.apiUrl ?? origins.apiOriginFor({ host: '' })
  const rates = config.rateLimits ? parts.rates : null
  const sources = [createProviderPictures(), ...(config.avatars === 'gravatar' ? [createGravatarPictures()] : [])]
  const views = config.analytics === null ? null : createAnalyticsViews({ ...config.analytics, log })
  return [
    avatarRoutes({ database, authenticate, sources, rates, log, apiUrl }),
    signOnRoutes({ authenticate, apiUrl, board: readOutsideBoard(config) }),
    telemetryRoutes({ reports, views, rates }),
  ]
}

/** Made before anything else: the log tells it what goes wrong from the first line on. */
export const composeErrorReports = ({ sentryDsn, environment }: Config, log: Pick<Log, 'warn'>): ErrorReports | null =>
  sentryDsn === null ? null : createSentryReports({ dsn: sentryDsn, environment, log })

function readOutsideBoard({ feedback }: Config): ExternalFeedbackBoard | null {
  const { kind, boardToken, ssoKey, sdkUrl } = feedback
  if (kind !== 'canny' && kind !== 'quackback') return null
  return boardToken === null || ssoKey === null || sdkUrl === null ? null : { kind, boardToken, ssoKey, sdkUrl }
}
