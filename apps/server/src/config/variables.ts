import { z } from 'zod'
import {
  baseUrl,
  databaseUrl,
  hostMap,
  hosts,
  listenHost,
  mailbox,
  networks,
  oneOf,
  origin,
  secrets,
  text,
  token,
  url,
  wholeNumber,
} from './rules.ts'

/** Every variable of the environment that the product reads; an unset one keeps its default or stays undefined. */
export const variables = z.object({
  NODE_ENV: oneOf('development', 'production', 'test').optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: listenHost.default('127.0.0.1'),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: url('redis', 'rediss').optional(),
  CHANGE_LOG_DAYS: wholeNumber(1, 3_650).default(90),
  WEB_URL: origin.optional(),
  API_URL: origin.optional(),
  EXTRA_HOSTS: hosts.default([]),
  SECRET_KEY: secrets.default([]),
  PRODUCT_NAME: text.refine((name) => name.length <= 60, 'must be at most 60 characters long').default('Espalier'),
  SIGNUP: oneOf('open', 'beta').default('open'),
  IDENTITY_URL: baseUrl.optional(),
  IDENTITY_ADMIN_URL: baseUrl.optional(),
  OIDC_GOOGLE_CLIENT_ID: token.optional(),
  OIDC_GOOGLE_CLIENT_SECRET: token.optional(),
  OIDC_GOOGLE_ISSUER: url('http', 'https').default('https://accounts.google.com'),
  BILLING: oneOf('none', 'local', 'stripe').default('local'),
  TRIAL_DAYS: wholeNumber(1, 365).default(14),
  STRIPE_SECRET_KEY: token.optional(),
  STRIPE_WEBHOOK_SECRET: token.optional(),
  STRIPE_PRICE_ID: token.optional(),
  STRIPE_API_BASE: baseUrl.optional(),
  SMTP_URL: url('smtp', 'smtps').optional(),
  MAIL_FROM: mailbox.optional(),
  AI_PROVIDER: oneOf('outline', 'openai', 'anthropic', 'off').default('outline'),
  AI_BASE_URL: baseUrl.optional(),
  AI_API_KEY: token.optional(),
  AI_MODEL: text.optional(),
  AI_DAILY_LIMIT: wholeNumber(0, 1_000_000).optional(),
  JIRA_HOST_MAP: hostMap.optional(),
  JIRA_ALLOW_HOSTS: hosts.default([]),
  FEEDBACK: oneOf('builtin', 'canny', 'quackback', 'off').default('builtin'),
  FEEDBACK_BOARD_TOKEN: token.optional(),
  FEEDBACK_SSO_KEY: token.optional(),
  FEEDBACK_SDK_URL: url('http', 'https').optional(),
  SENTRY_DSN: url('http', 'https').optional(),
  ANALYTICS_URL: url('http', 'https').optional(),
  ANALYTICS_KEY: token.optional(),
  AVATARS: oneOf('initials', 'gravatar').default('initials'),
  METRICS_TOKEN: token.optional(),
  RATE_LIMITS: oneOf('on', 'off').default('on'),
  TRUST_PROXY: networks.default([]),
  LOG_LEVEL: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
})

export type Variables = z.output<typeof variables>
export type VariableName = keyof Variables

const secretVariables: ReadonlySet<string> = new Set<VariableName>([
  'DATABASE_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'OIDC_GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'AI_API_KEY',
  'FEEDBACK_BOARD_TOKEN',
  'FEEDBACK_SSO_KEY',
  'SENTRY_DSN',
  'ANALYTICS_KEY',
  'METRICS_TOKEN',
])

/** The value as it may be shown: nothing of a secret, one line of anything else. */
export const shownValue = (name: string, value: string | undefined): string =>
  value === undefined || secretVariables.has(name) ? '' : `, not ${JSON.stringify(value.slice(0, 80))}`
