import type { PageConfig } from '@espalier/contract'
import type { Config } from '../config.ts'
import { isMailMissing } from './mail.ts'
import { canInvite } from './invites.ts'
import type { Origins } from '../transport/http/origins.ts'

/** What the page may know. Nothing secret passes here, and nothing else does either. */
export function buildPageConfig(config: Config, origins: Origins): PageConfig {
  return {
    productName: config.productName,
    // Also where it is the page's own origin: by its host name alone the page would look for it on `api.`.
    ...(config.apiUrl !== null && { apiUrl: config.apiUrl }),
    ...(config.identity.kind === 'kratos' && { identityUrl: config.identity.url }),
    hosts: origins.hosts(),
    signup: config.signup,
    socialProviders: config.google ? [{ id: 'google', label: 'Google' }] : [],
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
      outbox: config.environment !== 'production' && config.mail.smtpUrl === null,
    },
  }
}
