import { resolve } from 'node:path'
import { findPublicSuffixDomain, isLoopbackOrigin, toApiOrigin } from './hosts.ts'
import { describeInvalidValue, type EnvironmentVariables, type VariableName, variables } from './variables.ts'

export interface Config {
  readonly environment: 'development' | 'production'
  readonly port: number
  readonly host: string
  /** An absolute path. */
  readonly dataDir: string
  /** Null means the embedded PostgreSQL in dataDir. */
  readonly databaseUrl: string | null
  /** The maximum number of open database connections. */
  readonly databaseConnections: number
  readonly redisUrl: string | null
  readonly changeLogDays: number
  readonly auditLogDays: number
  /** The normalized addresses of the people who may open /admin. */
  readonly adminEmails: readonly string[]
  /** The limits of an account and of a project. */
  readonly quotas: {
    readonly projects: number
    readonly projectNodes: number
    readonly projectBytes: number
    readonly accountBytes: number
    readonly historyBytes: number
  }
  /** Null means that every loopback name at our port is an own origin. */
  readonly webUrl: string | null
  /** Null means the same as webUrl. */
  readonly apiUrl: string | null
  readonly extraHosts: readonly string[]
  /** The first key seals, all of them open. If empty, a key is generated in dataDir. */
  readonly secretKeys: readonly string[]
  readonly productName: string
  readonly signup: 'open' | 'beta'
  /** Whether an address must be proven by a code before others can find it. */
  readonly verifyEmail: boolean
  readonly identity:
    | { readonly kind: 'embedded' }
    | { readonly kind: 'kratos'; readonly url: string; readonly adminUrl: string | null }
  /** The token of the embedded identity service's admin API. Null means that there is no admin API. */
  readonly identityAdminToken: string | null
  /** The OpenID providers at which people can sign in, in the order of their buttons. */
  readonly providers: readonly ProviderConfig[]
  /** Whether people can sign in at a provider only, without a password. */
  readonly isSignInByProvidersOnly: boolean
  readonly billing:
    | { readonly kind: 'none' | 'local' }
    | {
        readonly kind: 'stripe'
        readonly secretKey: string
        readonly webhookSecret: string
        readonly priceId: string
        readonly apiBase: string | null
      }
  readonly trialDays: number
  readonly mail: { readonly smtpUrl: string | null; readonly from: string }
  /** The operator's keys for push messages to browsers (VAPID). Null means that there are none. */
  readonly push: { readonly publicKey: string; readonly privateKey: string; readonly subject: string } | null
  readonly ai: {
    readonly provider: 'outline' | 'openai' | 'anthropic' | 'off'
    readonly baseUrl: string | null
    readonly apiKey: string | null
    readonly model: string | null
    readonly dailyLimit: number | null
  }
  readonly jira: { readonly hostMap: ReadonlyMap<string, string>; readonly allowHosts: readonly string[] }
  /** Hosts, optionally with a port, that webhooks may reach although they are private or use plain HTTP. */
  readonly webhookAllowHosts: readonly string[]
  readonly feedback: {
    readonly kind: 'builtin' | 'canny' | 'quackback' | 'off'
    readonly boardToken: string | null
    readonly ssoKey: string | null
    readonly sdkUrl: string | null
  }
  readonly sentryDsn: string | null
  readonly analytics: { readonly url: string; readonly key: string | null } | null
  readonly avatars: 'initials' | 'gravatar'
  readonly metricsToken: string | null
  readonly rateLimits: boolean
  /** Whether browsers store the page, so that it opens without a network. */
  readonly serviceWorker: boolean
  /** Addresses and networks whose forwarded headers are trusted. */
  readonly trustProxy: readonly string[]
  readonly logLevel: EnvironmentVariables['LOG_LEVEL']
}

interface ProviderConfig {
  readonly id: string
  readonly label: string
  /** A data URL. */
  readonly icon?: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

const megabyte = 1_000_000

/** Its message is the single line that the operator sees. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export function readConfig(env: NodeJS.ProcessEnv, cwd: string): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const name = String(issue?.path[0] ?? 'The environment')
    throw new ConfigError(`${name} ${issue?.message ?? 'is wrong'}${describeInvalidValue(name, given[name])}`)
  }
  const read = parsed.data
  const webUrl = read.WEB_URL ?? null
  const environment = readEnvironment(read.NODE_ENV, webUrl)
  rejectContradictions(read, environment)
  return {
    environment,
    port: read.PORT,
    host: read.HOST,
    dataDir: resolve(cwd, read.DATA_DIR),
    databaseUrl: read.DATABASE_URL ?? null,
    databaseConnections: read.DATABASE_CONNECTIONS,
    redisUrl: read.REDIS_URL ?? null,
    changeLogDays: read.CHANGE_LOG_DAYS,
    auditLogDays: read.AUDIT_LOG_DAYS,
    adminEmails: read.ADMIN_EMAILS,
    quotas: {
      projects: read.QUOTA_PROJECTS,
      projectNodes: read.QUOTA_PROJECT_NODES,
      projectBytes: read.QUOTA_PROJECT_MB * megabyte,
      accountBytes: read.QUOTA_ACCOUNT_MB * megabyte,
      historyBytes: read.QUOTA_HISTORY_MB * megabyte,
    },
    webUrl,
    apiUrl: read.API_URL ?? (webUrl === null ? null : toApiOrigin(webUrl)),
    extraHosts: read.EXTRA_HOSTS,
    secretKeys: read.SECRET_KEY,
    productName: read.PRODUCT_NAME,
    ...readOutsideServices(read),
    trialDays: read.TRIAL_DAYS,
    signup: read.SIGNUP,
    verifyEmail: read.VERIFY_EMAIL === 'auto' ? read.SMTP_URL !== undefined : read.VERIFY_EMAIL === 'on',
    webhookAllowHosts: read.WEBHOOK_ALLOW_HOSTS,
    avatars: read.AVATARS,
    metricsToken: read.METRICS_TOKEN ?? null,
    identityAdminToken: read.IDENTITY_ADMIN_TOKEN ?? null,
    rateLimits: read.RATE_LIMITS === 'on',
    serviceWorker: read.SERVICE_WORKER === 'on',
    trustProxy: read.TRUST_PROXY,
    logLevel: read.LOG_LEVEL,
  }
}

function readEnvironment(given: EnvironmentVariables['NODE_ENV'], webUrl: string | null): Config['environment'] {
  if (given !== undefined) return given === 'production' ? 'production' : 'development'
  return webUrl === null || isLoopbackOrigin(webUrl) ? 'development' : 'production'
}

function rejectContradictions(read: EnvironmentVariables, environment: Config['environment']): void {
  const needs = (owner: string, ...names: readonly VariableName[]): void => {
    const missing = names.find((name) => read[name] === undefined)
    if (missing !== undefined) throw new ConfigError(`${missing} must be set, because ${owner}`)
  }
  if (environment === 'production') {
    if (read.RATE_LIMITS === 'off') throw new ConfigError('RATE_LIMITS must not be off in production')
    if (read.JIRA_HOST_MAP !== undefined) throw new ConfigError('JIRA_HOST_MAP must not be set in production')
    if (read.FEEDBACK_SDK_URL?.startsWith('http:')) {
      throw new ConfigError('FEEDBACK_SDK_URL must begin with https:// in production')
    }
  }
  const suffix = read.WEB_URL === undefined ? null : findPublicSuffixDomain(read.WEB_URL)
  if (suffix !== null) {
    needs(
      `anybody can register names under ${suffix}, and the API of WEB_URL would be expected at api.${suffix}`,
      'API_URL',
    )
  }
  if (read.IDENTITY_ADMIN_URL !== undefined) needs('IDENTITY_ADMIN_URL is', 'IDENTITY_URL')
  if (read.IDENTITY_URL !== undefined && read.SIGNUP === 'open') {
    needs('SIGNUP is open and IDENTITY_URL is set', 'IDENTITY_ADMIN_URL')
  }
  if (read.OIDC_GOOGLE_CLIENT_ID !== undefined) needs('OIDC_GOOGLE_CLIENT_ID is', 'OIDC_GOOGLE_CLIENT_SECRET')
  if (read.OIDC_GOOGLE_CLIENT_SECRET !== undefined) needs('OIDC_GOOGLE_CLIENT_SECRET is', 'OIDC_GOOGLE_CLIENT_ID')
  const providerIds = read.OIDC_PROVIDERS.map(({ id }) => id)
  if (read.OIDC_GOOGLE_CLIENT_ID !== undefined && providerIds.includes('google'))
    throw new ConfigError('OIDC_PROVIDERS must not contain google, because OIDC_GOOGLE_CLIENT_ID is set')
  if (read.SIGN_IN === 'providers') {
    if (read.IDENTITY_URL !== undefined)
      throw new ConfigError('SIGN_IN must not be set together with IDENTITY_URL: configure the methods in that Kratos')
    if (providerIds.length === 0) needs('SIGN_IN is providers', 'OIDC_GOOGLE_CLIENT_ID')
  }
  // A partial Stripe configuration would admit people who never paid or lock out those who did.
  if (read.BILLING === 'stripe') {
    needs('BILLING is stripe', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID')
  }
  if (read.VAPID_PUBLIC_KEY !== undefined) needs('VAPID_PUBLIC_KEY is', 'VAPID_PRIVATE_KEY', 'VAPID_SUBJECT')
  if (read.VAPID_PRIVATE_KEY !== undefined) needs('VAPID_PRIVATE_KEY is', 'VAPID_PUBLIC_KEY')
  if (read.AI_PROVIDER === 'anthropic') needs('AI_PROVIDER is anthropic', 'AI_API_KEY', 'AI_MODEL')
  if (read.AI_PROVIDER === 'openai') {
    needs('AI_PROVIDER is openai', 'AI_MODEL')
    // A self-hosted compatible server may need no key; OpenAI's does.
    if (read.AI_BASE_URL === undefined) needs('AI_PROVIDER is openai', 'AI_API_KEY')
  }
  if (read.FEEDBACK === 'canny' || read.FEEDBACK === 'quackback') {
    needs(`FEEDBACK is ${read.FEEDBACK}`, 'FEEDBACK_BOARD_TOKEN', 'FEEDBACK_SSO_KEY')
  }
  if (read.FEEDBACK === 'quackback') needs('FEEDBACK is quackback', 'FEEDBACK_SDK_URL')
}

type OutsideServices = Pick<
  Config,
  | 'identity'
  | 'providers'
  | 'isSignInByProvidersOnly'
  | 'billing'
  | 'mail'
  | 'push'
  | 'ai'
  | 'jira'
  | 'feedback'
  | 'sentryDsn'
  | 'analytics'
>

function readOutsideServices(read: EnvironmentVariables): OutsideServices {
  const mailHost = read.WEB_URL === undefined ? 'localhost' : new URL(read.WEB_URL).hostname
  return {
    identity:
      read.IDENTITY_URL === undefined
        ? { kind: 'embedded' }
        : { kind: 'kratos', url: read.IDENTITY_URL, adminUrl: read.IDENTITY_ADMIN_URL ?? null },
    providers: readProviders(read),
    isSignInByProvidersOnly: read.SIGN_IN === 'providers',
    billing: readBilling(read),
    mail: { smtpUrl: read.SMTP_URL ?? null, from: read.MAIL_FROM ?? `${read.PRODUCT_NAME} <no-reply@${mailHost}>` },
    push: readPushKeys(read),
    ai: {
      provider: read.AI_PROVIDER,
      baseUrl: read.AI_BASE_URL ?? null,
      apiKey: read.AI_API_KEY ?? null,
      model: read.AI_MODEL ?? null,
      dailyLimit: read.AI_DAILY_LIMIT ?? null,
    },
    jira: { hostMap: read.JIRA_HOST_MAP ?? new Map<string, string>(), allowHosts: read.JIRA_ALLOW_HOSTS },
    feedback: {
      kind: read.FEEDBACK,
      boardToken: read.FEEDBACK_BOARD_TOKEN ?? null,
      ssoKey: read.FEEDBACK_SSO_KEY ?? null,
      sdkUrl: read.FEEDBACK_SDK_URL ?? (read.FEEDBACK === 'canny' ? 'https://canny.io/sdk.js' : null),
    },
    sentryDsn: read.SENTRY_DSN ?? null,
    analytics: read.ANALYTICS_URL === undefined ? null : { url: read.ANALYTICS_URL, key: read.ANALYTICS_KEY ?? null },
  }
}

/** Google has variables of its own, which are older than the list. */
function readProviders(read: EnvironmentVariables): readonly ProviderConfig[] {
  const { OIDC_GOOGLE_CLIENT_ID: clientId, OIDC_GOOGLE_CLIENT_SECRET: clientSecret } = read
  const listed = read.OIDC_PROVIDERS.map(({ name: label, icon, ...provider }) => ({
    ...provider,
    label,
    ...(icon !== undefined && { icon }),
  }))
  if (clientId === undefined || clientSecret === undefined) return listed
  return [{ id: 'google', label: 'Google', clientId, clientSecret, issuer: read.OIDC_GOOGLE_ISSUER }, ...listed]
}

function readPushKeys(read: EnvironmentVariables): Config['push'] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = read
  return publicKey === undefined || privateKey === undefined || subject === undefined
    ? null
    : { publicKey, privateKey, subject }
}

function readBilling(read: EnvironmentVariables): Config['billing'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_PRICE_ID: priceId } = read
  if (read.BILLING !== 'stripe') return { kind: read.BILLING }
  if (secretKey === undefined || webhookSecret === undefined || priceId === undefined) {
    throw new ConfigError('BILLING must not be stripe without its keys')
  }
  return { kind: 'stripe', secretKey, webhookSecret, priceId, apiBase: read.STRIPE_API_BASE ?? null }
}
