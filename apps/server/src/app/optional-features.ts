import { join } from 'node:path'
import type { PageConfig } from '@espalier/schema'
import type { FastifyPluginAsync } from 'fastify'
import { createOutboxCarrier, createSmtpCarrier } from '../adapters/mail/mail-carriers.ts'
import { createGravatarPictures, createProviderPictures } from '../adapters/pictures/picture-sources.ts'
import { createAnalyticsViews, createSentryReports } from '../adapters/telemetry/telemetry-senders.ts'
import type { Authenticate } from '../api/viewer.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { avatarRoutes } from '../features/avatars/avatar-routes.ts'
import { type ExternalFeedbackBoard, signOnRoutes } from '../features/feedback/sign-on-routes.ts'
import { telemetryRoutes } from '../features/telemetry/telemetry.ts'
import type { Log } from '../ports/log.ts'
import type { Rates } from '../ports/rates.ts'
import type { ErrorReports } from '../ports/telemetry.ts'
import type { Origins } from '../transport/http/origins.ts'
import { startTexts } from '../texts/start.ts'
import { canInvite } from './identity.ts'

/** People wait for mails that nobody sends. In development the mails are shown at /dev/outbox instead. */
const isMailMissing = ({ environment, mail }: Pick<Config, 'environment' | 'mail'>): boolean =>
  environment === 'production' && mail.smtpUrl === null

export function composeMail(config: Config, log: Log) {
  const { mail } = config
  if (mail.smtpUrl !== null) return { carrier: createSmtpCarrier({ url: mail.smtpUrl, from: mail.from }), outbox: null }
  const folder = getOutboxFolder(config)
  if (isMailMissing(config)) {
    log.warn(
      { folder },
      'SMTP_URL is not set: no mail is sent. Invites, share mails and recovery codes are only stored',
    )
  }
  const outbox = createOutboxCarrier({ folder, from: mail.from })
  return { carrier: outbox, outbox }
}

/** Tells the operator at the start where mails go. The address may contain a password, so only its host is shown. */
export function describeMailTarget(config: Pick<Config, 'environment' | 'mail' | 'dataDir'>, url: string): string {
  if (config.mail.smtpUrl !== null) return startTexts.emailsSentBy(new URL(config.mail.smtpUrl).host)
  if (isMailMissing(config)) return startTexts.emailsStoredIn(getOutboxFolder(config))
  return startTexts.emailsShownAt(`${url}/dev/outbox`)
}

const getOutboxFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'outbox')

/** Reports mail as degraded in /readyz: the server may receive traffic, but sends no mail. */
export const listDegradedMail = (config: Config): readonly string[] => (isMailMissing(config) ? ['mail'] : [])

interface OptionalRoutesParts {
  readonly config: Config
  readonly database: Database
  readonly origins: Origins
  readonly authenticate: Authenticate
  readonly rates: Rates
  readonly log: Log
  /** Null if the operator has configured no receiver. */
  readonly reports: ErrorReports | null
}

/**
 * Composes the endpoints around projects: avatars, the feedback board of another service, error reports and page views.
 */
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

/** Created before everything else, because the log reports errors to it from the first line on. */
export const composeErrorReports = ({ sentryDsn, environment }: Config, log: Pick<Log, 'warn'>): ErrorReports | null =>
  sentryDsn === null ? null : createSentryReports({ dsn: sentryDsn, environment, log })

function readOutsideBoard({ feedback }: Config): ExternalFeedbackBoard | null {
  const { kind, boardToken, ssoKey, sdkUrl } = feedback
  if (kind !== 'canny' && kind !== 'quackback') return null
  return boardToken === null || ssoKey === null || sdkUrl === null ? null : { kind, boardToken, ssoKey, sdkUrl }
}

/** Builds the configuration that the page may read. Nothing secret may be added here. */
export function buildPageConfig(config: Config, origins: Origins): PageConfig {
  return {
    productName: config.productName,
    // Sent even if it is the page's own origin: from its host name alone the page would look for it on `api.`.
    ...(config.apiUrl !== null && { apiUrl: config.apiUrl }),
    ...(config.identity.kind === 'kratos' && { identityUrl: config.identity.url }),
    hosts: origins.hosts(),
    signup: config.signup,
    socialProviders: config.providers.map(({ id, label, icon }) => ({
      id,
      label,
      ...(icon !== undefined && { icon }),
    })),
    features: {
      billing: config.billing.kind,
      trialDays: config.trialDays,
      ai: config.ai.provider,
      feedback: config.feedback.kind,
      ...(!canInvite(config) && { invites: false }),
      ...(config.sentryDsn !== null && { errorReports: true }),
      ...(config.analytics !== null && { pageViews: true }),
      ...(config.verifyEmail && { verifyEmail: true }),
      ...(isMailMissing(config) && { mail: false }),
      ...(config.isSignInByProvidersOnly && { passwords: false }),
      ...(!config.serviceWorker && { serviceWorker: false }),
      outbox: config.environment !== 'production' && config.mail.smtpUrl === null,
    },
  }
}
