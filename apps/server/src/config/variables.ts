import { isIP } from 'node:net'
import { isEmail, normalizeEmail } from '@espalier/domain'
import { z } from 'zod'

/** Parses a variable, or refuses it with the sentence "NAME must be ...". */
function variableRule<Value>(must: string, read: (text: string) => Value | undefined) {
  return z.string().transform((text, context) => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `must be ${must}` })
    return z.NEVER
  })
}

const controlCharacter = /\p{Cc}/u
const hostnamePattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

const parseUrl = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}

const splitCommaList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const textRule = variableRule('text without line breaks or other control characters', (value) =>
  controlCharacter.test(value) ? undefined : value,
)

const tokenRule = variableRule('printable characters without spaces', (value) =>
  /^[!-~]+$/.test(value) ? value : undefined,
)

const wholeNumberRule = (from: number, to: number) =>
  variableRule(`a whole number from ${from} to ${to}`, (value) => {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    return number >= from && number <= to ? number : undefined
  })

const oneOfRule = <const Words extends readonly string[]>(...words: Words) =>
  variableRule<Words[number]>(`one of ${words.join(', ')}`, (value) => words.find((word) => word === value))

const urlRule = (...schemes: readonly string[]) =>
  variableRule(`a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`, (value) => {
    const parsed = parseUrl(value)
    const isKnown = schemes.some((scheme) => parsed?.protocol === `${scheme}:`)
    return parsed !== undefined && isKnown && parsed.host !== '' ? value : undefined
  })

/**
 * Also accepts a socket folder instead of a host, postgresql://user@/espalier?host=/run/postgresql, and several servers
 * of which one accepts writes, postgresql://user@one:5432,two:5432/espalier.
 */
const databaseUrlRule = variableRule('a URL that begins with postgres:// or postgresql://', (value) => {
  if (!/^postgres(ql)?:\/\//.test(value)) return undefined
  const servers = /^postgres(?:ql)?:\/\/(?:[^/?@]*@)?([^/?]*)/.exec(value)?.[1]?.split(',') ?? []
  if (servers.length > 1 && !servers.every((server) => parseUrl(`postgres://${server}/`)?.hostname)) return undefined
  const withHost = value
    .replace(/^(postgres(?:ql)?:\/\/(?:[^/?@]*@)?)\//, '$1socket/')
    .replace(/^(postgres(?:ql)?:\/\/(?:[^/?@]*@)?[^/?,]*),[^/?]*/, '$1')
  return parseUrl(withHost) === undefined ? undefined : value
})

/** A base URL without its trailing slash, so that paths can be appended. */
const baseUrlRule = urlRule('http', 'https').transform((value) => value.replace(/\/+$/, ''))

const originRule = variableRule('an origin such as https://app.example.com, without a path', (value) => {
  const parsed = parseUrl(value)
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) return undefined
  return parsed.href === `${parsed.origin}/` ? parsed.origin : undefined
})

const listenHostRule = variableRule('an address or a host name to listen on', (value) => {
  const bare = value.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) !== 0 || hostnamePattern.test(bare) ? bare : undefined
})

const isHostWithPort = (value: string): boolean => {
  const parsed = parseUrl(`http://${value}`)
  return parsed !== undefined && parsed.href === `http://${parsed.host}/` && parsed.hostname !== ''
}

const hostsRule = variableRule('a comma-separated list of host or host:port', (value) => {
  const all = splitCommaList(value.toLowerCase())
  return all.every(isHostWithPort) ? all : undefined
})

const isNetwork = (value: string): boolean => {
  const [address = '', prefix, ...rest] = value.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

const networksRule = variableRule('a comma-separated list of addresses or networks such as 10.0.0.0/8', (value) => {
  const all = splitCommaList(value)
  return all.every(isNetwork) ? all : undefined
})

const minSecretLength = 32

const secretsRule = variableRule(
  `a comma-separated list of secrets of at least ${minSecretLength} characters each`,
  (value) => {
    const all = splitCommaList(value)
    return all.length > 0 && all.every((secret) => secret.length >= minSecretLength) ? all : undefined
  },
)

const mailboxRule = variableRule('an address such as Espalier <no-reply@example.com>', (value) => {
  if (controlCharacter.test(value)) return undefined
  const address = /^[^<>]*<([^<>]+)>$/.exec(value)?.[1] ?? value
  return isEmail(address.trim()) ? value : undefined
})

const emailsRule = variableRule('a comma-separated list of email addresses', (value) => {
  const all = splitCommaList(value)
  return all.every((address) => isEmail(address)) ? all.map(normalizeEmail) : undefined
})

const isHostPair = ([domain, target]: [string, string]): boolean =>
  isHostWithPort(domain) && /^https?:$/.test(parseUrl(target)?.protocol ?? '')

const hostMapRule = variableRule('a comma-separated list of domain=URL pairs', (value) => {
  const pairs = splitCommaList(value).map((pair): [string, string] => {
    const separator = pair.indexOf('=')
    return [pair.slice(0, Math.max(separator, 0)).trim().toLowerCase(), pair.slice(separator + 1).trim()]
  })
  return pairs.length > 0 && pairs.every(isHostPair) ? new Map(pairs) : undefined
})

const maxIconCharacters = 4_000

/** A data URL, because another host would learn who opens the login page. Every page carries it, so it is small. */
const iconPattern = /^data:image\/(?:png|webp|svg\+xml);base64,[\w+/]+={0,2}$/

const providersShape = z
  .array(
    z.strictObject({
      // It is part of the redirect address and of stored credentials.
      id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
      name: z
        .string()
        .trim()
        .min(1)
        .max(40)
        .regex(/^\P{Cc}+$/u),
      icon: z.string().max(maxIconCharacters).regex(iconPattern).optional(),
      issuer: z.string().refine((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? '')),
      clientId: z.string().min(1),
      clientSecret: z.string().min(1),
    }),
  )
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)

const providersRule = variableRule(
  `a JSON list of {"id", "name", "icon", "issuer", "clientId", "clientSecret"} with different ids of small letters, digits and hyphens, and icons as data:image/png, webp or svg+xml in base64 of at most ${maxIconCharacters} characters`,
  (value) => {
    try {
      return providersShape.safeParse(JSON.parse(value)).data
    } catch {
      return undefined
    }
  },
)

const contactRule = variableRule('a mailto: or https: address', (value) =>
  /^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) ? value : undefined,
)

/** As `npx web-push generate-vapid-keys` prints it. */
const vapidKeyRule = (length: number) =>
  textRule.refine(
    (value) => value.length === length && /^[\w-]+$/.test(value),
    `must be a base64url text of ${length} characters`,
  )

/** Every environment variable that the product reads; an unset one has its default or is undefined. */
export const variables = z.object({
  NODE_ENV: oneOfRule('development', 'production', 'test').optional(),
  PORT: wholeNumberRule(0, 65_535).default(3000),
  HOST: listenHostRule.default('127.0.0.1'),
  DATA_DIR: textRule.default('./data'),
  DATABASE_URL: databaseUrlRule.optional(),
  DATABASE_CONNECTIONS: wholeNumberRule(14, 500).default(26),
  REDIS_URL: urlRule('redis', 'rediss').optional(),
  CHANGE_LOG_DAYS: wholeNumberRule(1, 3_650).default(90),
  AUDIT_LOG_DAYS: wholeNumberRule(1, 3_650).default(365),
  ADMIN_EMAILS: emailsRule.default([]),
  QUOTA_PROJECTS: wholeNumberRule(1, 1_000_000).default(5_000),
  QUOTA_PROJECT_NODES: wholeNumberRule(1, 10_000_000).default(200_000),
  QUOTA_PROJECT_MB: wholeNumberRule(1, 1_000_000).default(250),
  QUOTA_ACCOUNT_MB: wholeNumberRule(1, 100_000_000).default(4_000),
  QUOTA_HISTORY_MB: wholeNumberRule(1, 1_000_000).default(500),
  WEB_URL: originRule.optional(),
  API_URL: originRule.optional(),
  EXTRA_HOSTS: hostsRule.default([]),
  SECRET_KEY: secretsRule.default([]),
  PRODUCT_NAME: textRule.refine((name) => name.length <= 60, 'must be at most 60 characters long').default('Espalier'),
  SIGNUP: oneOfRule('open', 'beta').default('open'),
  VERIFY_EMAIL: oneOfRule('auto', 'on', 'off').default('auto'),
  IDENTITY_URL: baseUrlRule.optional(),
  IDENTITY_ADMIN_URL: baseUrlRule.optional(),
  IDENTITY_ADMIN_TOKEN: tokenRule
    .refine((value) => value.length >= 32, 'must be at least 32 characters long')
    .optional(),
  SIGN_IN: oneOfRule('all', 'providers').default('all'),
  OIDC_PROVIDERS: providersRule.default([]),
  OIDC_GOOGLE_CLIENT_ID: tokenRule.optional(),
  OIDC_GOOGLE_CLIENT_SECRET: tokenRule.optional(),
  OIDC_GOOGLE_ISSUER: urlRule('http', 'https').default('https://accounts.google.com'),
  BILLING: oneOfRule('none', 'local', 'stripe').default('local'),
  TRIAL_DAYS: wholeNumberRule(1, 365).default(14),
  STRIPE_SECRET_KEY: tokenRule.optional(),
  STRIPE_WEBHOOK_SECRET: tokenRule.optional(),
  STRIPE_PRICE_ID: tokenRule.optional(),
  STRIPE_API_BASE: baseUrlRule.optional(),
  SMTP_URL: urlRule('smtp', 'smtps').optional(),
  MAIL_FROM: mailboxRule.optional(),
  VAPID_PUBLIC_KEY: vapidKeyRule(87).optional(),
  VAPID_PRIVATE_KEY: vapidKeyRule(43).optional(),
  VAPID_SUBJECT: contactRule.optional(),
  AI_PROVIDER: oneOfRule('outline', 'openai', 'anthropic', 'off').default('outline'),
  AI_BASE_URL: baseUrlRule.optional(),
  AI_API_KEY: tokenRule.optional(),
  AI_MODEL: textRule.optional(),
  AI_DAILY_LIMIT: wholeNumberRule(0, 1_000_000).optional(),
  JIRA_HOST_MAP: hostMapRule.optional(),
  JIRA_ALLOW_HOSTS: hostsRule.default([]),
  WEBHOOK_ALLOW_HOSTS: hostsRule.default([]),
  FEEDBACK: oneOfRule('builtin', 'canny', 'quackback', 'off').default('builtin'),
  FEEDBACK_BOARD_TOKEN: tokenRule.optional(),
  FEEDBACK_SSO_KEY: tokenRule.optional(),
  FEEDBACK_SDK_URL: urlRule('http', 'https').optional(),
  SENTRY_DSN: urlRule('http', 'https').optional(),
  ANALYTICS_URL: urlRule('http', 'https').optional(),
  ANALYTICS_KEY: tokenRule.optional(),
  AVATARS: oneOfRule('initials', 'gravatar').default('initials'),
  METRICS_TOKEN: tokenRule.optional(),
  RATE_LIMITS: oneOfRule('on', 'off').default('on'),
  SERVICE_WORKER: oneOfRule('on', 'off').default('on'),
  TRUST_PROXY: networksRule.default([]),
  LOG_LEVEL: oneOfRule('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
})

export type EnvironmentVariables = z.output<typeof variables>
export type VariableName = keyof EnvironmentVariables

const secretVariables: ReadonlySet<string> = new Set<VariableName>([
  'DATABASE_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'OIDC_GOOGLE_CLIENT_SECRET',
  'OIDC_PROVIDERS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'VAPID_PRIVATE_KEY',
  'AI_API_KEY',
  'FEEDBACK_BOARD_TOKEN',
  'FEEDBACK_SSO_KEY',
  'SENTRY_DSN',
  'ANALYTICS_KEY',
  'METRICS_TOKEN',
  'IDENTITY_ADMIN_TOKEN',
])

/** Describes the value without revealing a secret; other values are cut to one line. */
export const describeInvalidValue = (name: string, value: string | undefined): string =>
  value === undefined || secretVariables.has(name) ? '' : `, not ${JSON.stringify(value.slice(0, 80))}`
