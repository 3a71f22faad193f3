import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (env: NodeJS.ProcessEnv) => readConfig(env, '/srv/espalier')
const refusal = (env: NodeJS.ProcessEnv): string => {
  try {
    read(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('accepted')
}
const long = 'k'.repeat(32)

describe('Configuration defaults', () => {
  it('starts on loopback with everything embedded in an empty environment', () => {
    expect(read({})).toMatchObject({
      environment: 'development',
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/espalier/data',
      databaseUrl: null,
      webUrl: null,
      apiUrl: null,
      secretKeys: [],
      productName: 'Espalier',
      signup: 'open',
      identity: { kind: 'embedded' },
      providers: [],
      isSignInByProvidersOnly: false,
      billing: { kind: 'local' },
      trialDays: 14,
      mail: { smtpUrl: null, from: 'Espalier <no-reply@localhost>' },
      rateLimits: true,
      trustProxy: [],
      logLevel: 'info',
    })
  })

  it('treats an empty value as unset', () => {
    expect(read({ PORT: '', WEB_URL: '', SECRET_KEY: '' })).toEqual(read({}))
  })

  it('ignores unknown environment variables', () => {
    expect(read({ HOME: '/root', SHLVL: '1' })).toEqual(read({}))
  })
})

describe('NODE_ENV', () => {
  it.each([
    [{}, 'development'],
    [{ WEB_URL: 'http://127.0.0.1:8080' }, 'development'],
    [{ WEB_URL: 'http://[::1]:8080' }, 'development'],
    [{ WEB_URL: 'http://localhost:5173' }, 'development'],
    [{ WEB_URL: 'https://app.example.com' }, 'production'],
    [{ WEB_URL: 'https://app.example.com', NODE_ENV: 'development' }, 'development'],
    [{ NODE_ENV: 'production' }, 'production'],
    [{ NODE_ENV: 'test' }, 'development'],
  ])('%j means %s', (env, environment) => {
    expect(read(env).environment).toBe(environment)
  })
})

describe('WEB_URL and API_URL', () => {
  it.each([
    ['https://app.example.com', 'https://api.example.com'],
    ['https://example.com', 'https://api.example.com'],
    ['https://a.b.example.com:8443', 'https://api.example.com:8443'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['http://10.1.2.3:3000', 'http://10.1.2.3:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('a page at %s has its API at %s', (webUrl, apiUrl) => {
    expect(read({ WEB_URL: webUrl })).toMatchObject({ webUrl, apiUrl })
  })

  it.each([
    ['https://app.example.co.uk', 'co.uk'],
    ['https://example.com.au', 'com.au'],
    ['https://espalier.github.io', 'github.io'],
    ['https://plan.school.k12.ca.us', 'ca.us'],
  ])('refuses %s without API_URL, because api.%s belongs to somebody else', (webUrl, suffix) => {
    expect(() => read({ WEB_URL: webUrl })).toThrow(ConfigError)
    expect(() => read({ WEB_URL: webUrl })).toThrow(new RegExp(`^API_URL must be set, .*${suffix}`))
    expect(read({ WEB_URL: webUrl, API_URL: webUrl }).apiUrl).toBe(webUrl)
  })

  it('prefers API_URL over the derived address', () => {
    expect(read({ WEB_URL: 'https://app.example.com', API_URL: 'https://back.example.org' }).apiUrl).toBe(
      'https://back.example.org',
    )
  })

  it('does not treat a trailing slash as a path', () => {
    expect(read({ WEB_URL: 'https://App.Example.com/' }).webUrl).toBe('https://app.example.com')
  })
})

describe('DATABASE_URL', () => {
  it.each([
    'postgres://user:word@db.example.com:5432/espalier',
    'postgresql://user@/espalier?host=/run/postgresql',
    'postgresql:///espalier?host=%2Ftmp%2Fa%20b&port=5432',
    'postgresql://user:word@one:5432,two:5433/espalier?target_session_attrs=read-write',
  ])('accepts %s as a database URL', (databaseUrl) => {
    expect(read({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
  })
})

describe('Invalid configuration values', () => {
  it.each([
    ['PORT', '3000x'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['HOST', 'not a host'],
    ['HOST', '-x-'],
    ['NODE_ENV', 'staging'],
    ['WEB_URL', 'example.com'],
    ['WEB_URL', 'https://example.com/app'],
    ['WEB_URL', 'https://user:pass@example.com'],
    ['WEB_URL', 'ftp://example.com'],
    ['API_URL', 'nonsense'],
    ['DATA_DIR', 'a\u0000b'],
    ['DATABASE_URL', 'mysql://localhost'],
    ['DATABASE_URL', 'postgres://one:5432,two:x/espalier'],
    ['DATABASE_CONNECTIONS', '10'],
    ['REDIS_URL', 'localhost:6379'],
    ['EXTRA_HOSTS', 'https://example.com'],
    ['EXTRA_HOSTS', 'a b'],
    ['PRODUCT_NAME', 'two\nlines'],
    ['PRODUCT_NAME', 'x'.repeat(61)],
    ['SIGNUP', 'closed'],
    ['VERIFY_EMAIL', 'yes'],
    ['SECRET_KEY', 'short'],
    ['IDENTITY_ADMIN_TOKEN', 'short'],
    ['SECRET_KEY', `${long},short`],
    ['SECRET_KEY', ','],
    ['IDENTITY_URL', 'kratos'],
    ['OIDC_GOOGLE_ISSUER', 'google'],
    ['BILLING', 'paypal'],
    ['TRIAL_DAYS', '0'],
    ['TRIAL_DAYS', '1.5'],
    ['SMTP_URL', 'http://mail'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
    ['VAPID_PUBLIC_KEY', 'short'],
    ['VAPID_PRIVATE_KEY', '!'.repeat(43)],
    ['VAPID_SUBJECT', 'admin@example.com'],
    ['AI_PROVIDER', 'oracle'],
    ['AI_DAILY_LIMIT', 'many'],
    ['JIRA_HOST_MAP', 'acme.atlassian.net'],
    ['JIRA_HOST_MAP', 'acme.atlassian.net=file:///etc/passwd'],
    ['JIRA_ALLOW_HOSTS', 'http://jira'],
    ['WEBHOOK_ALLOW_HOSTS', 'http://hooks'],
    ['FEEDBACK', 'forum'],
    ['SENTRY_DSN', 'dsn'],
    ['ANALYTICS_URL', 'stats'],
    ['AVATARS', 'photos'],
    ['SERVICE_WORKER', 'maybe'],
    ['METRICS_TOKEN', 'has space'],
    ['RATE_LIMITS', 'no'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '::1/129'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%j with one line that names the variable', (name, value) => {
    const message = refusal({ [name]: value })
    expect(message.startsWith(`${name} must be `)).toBe(true)
    expect(message).not.toContain('\n')
  })

  it.each([
    'SECRET_KEY',
    'DATABASE_URL',
    'SMTP_URL',
    'REDIS_URL',
    'VAPID_PRIVATE_KEY',
    'METRICS_TOKEN',
    'IDENTITY_ADMIN_TOKEN',
  ])('does not repeat the value of %s', (name) => {
    expect(refusal({ [name]: 'hush hush' })).not.toContain('hush')
  })

  it('repeats other values in shortened form', () => {
    expect(refusal({ PORT: 'abc' })).toBe('PORT must be a whole number from 0 to 65535, not "abc"')
    expect(refusal({ PORT: 'x'.repeat(5000) }).length).toBeLessThan(200)
  })
})

describe('Valid configuration values', () => {
  it.each([
    [{}, false],
    [{ SMTP_URL: 'smtp://mail.example.com' }, true],
    [{ SMTP_URL: 'smtp://mail.example.com', VERIFY_EMAIL: 'off' }, false],
    [{ VERIFY_EMAIL: 'on' }, true],
    [{ VERIFY_EMAIL: 'auto' }, false],
  ])('%j verifies email addresses: %s', (env, isOn) => {
    expect(read(env).verifyEmail).toBe(isOn)
  })

  it('has keys for push messages only if all of them are set', () => {
    const keys = { VAPID_PUBLIC_KEY: 'p'.repeat(87), VAPID_PRIVATE_KEY: 's'.repeat(43) }
    expect(read({}).push).toBeNull()
    expect(read({ ...keys, VAPID_SUBJECT: 'mailto:admin@example.com' }).push).toEqual({
      publicKey: keys.VAPID_PUBLIC_KEY,
      privateKey: keys.VAPID_PRIVATE_KEY,
      subject: 'mailto:admin@example.com',
    })
    expect(refusal(keys)).toBe('VAPID_SUBJECT must be set, because VAPID_PUBLIC_KEY is')
    expect(refusal({ VAPID_PRIVATE_KEY: keys.VAPID_PRIVATE_KEY })).toContain('VAPID_PUBLIC_KEY must be set')
  })

  it('reads all values into the configuration', () => {
    const config = read({
      PORT: '0',
      HOST: '[::1]',
      DATA_DIR: '/var/lib/espalier',
      SECRET_KEY: `${long}, ${'o'.repeat(40)}`,
      EXTRA_HOSTS: 'App.test.example:8080, api.test.example',
      JIRA_HOST_MAP: 'acme.atlassian.net=http://127.0.0.1:9999',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      RATE_LIMITS: 'off',
      IDENTITY_URL: 'https://id.example.com/',
      IDENTITY_ADMIN_URL: 'http://10.0.0.5:4434',
      MAIL_FROM: 'Espalier <no-reply@example.com>',
    })
    expect(config).toMatchObject({
      port: 0,
      host: '::1',
      dataDir: '/var/lib/espalier',
      secretKeys: [long, 'o'.repeat(40)],
      extraHosts: ['app.test.example:8080', 'api.test.example'],
      trustProxy: ['10.0.0.0/8', '::1'],
      rateLimits: false,
      identity: { kind: 'kratos', url: 'https://id.example.com', adminUrl: 'http://10.0.0.5:4434' },
      mail: { from: 'Espalier <no-reply@example.com>' },
    })
    expect([...config.jira.hostMap]).toEqual([['acme.atlassian.net', 'http://127.0.0.1:9999']])
  })
})

describe('Contradicting configuration values', () => {
  const kratos = { IDENTITY_URL: 'https://id.example.com' }
  it.each([
    ['IDENTITY_ADMIN_URL', kratos],
    ['IDENTITY_URL', { IDENTITY_ADMIN_URL: 'http://10.0.0.5:4434' }],
    ['RATE_LIMITS', { NODE_ENV: 'production', RATE_LIMITS: 'off' }],
    ['RATE_LIMITS', { WEB_URL: 'https://example.com', RATE_LIMITS: 'off' }],
    ['JIRA_HOST_MAP', { NODE_ENV: 'production', JIRA_HOST_MAP: 'a.example=http://127.0.0.1:1' }],
    ['STRIPE_PRICE_ID', { BILLING: 'stripe', STRIPE_SECRET_KEY: 'sk', STRIPE_WEBHOOK_SECRET: 'wh' }],
    ['AI_API_KEY', { AI_PROVIDER: 'anthropic', AI_MODEL: 'm' }],
    ['AI_MODEL', { AI_PROVIDER: 'openai', AI_API_KEY: 'k' }],
    ['AI_API_KEY', { AI_PROVIDER: 'openai', AI_MODEL: 'm' }],
    ['OIDC_GOOGLE_CLIENT_SECRET', { OIDC_GOOGLE_CLIENT_ID: 'id' }],
    ['OIDC_GOOGLE_CLIENT_ID', { OIDC_GOOGLE_CLIENT_SECRET: 'secret' }],
    ['OIDC_GOOGLE_CLIENT_ID', { SIGN_IN: 'providers' }],
    ['SIGN_IN', { SIGN_IN: 'providers', ...kratos, SIGNUP: 'beta' }],
    ['FEEDBACK_BOARD_TOKEN', { FEEDBACK: 'canny' }],
    ['FEEDBACK_SDK_URL', { NODE_ENV: 'production', FEEDBACK_SDK_URL: 'http://127.0.0.1:1/sdk.js' }],
    ['FEEDBACK_SDK_URL', { FEEDBACK: 'quackback', FEEDBACK_BOARD_TOKEN: 't', FEEDBACK_SSO_KEY: 'k' }],
  ])('names the variable %s in the error for %j', (name, env) => {
    expect(refusal(env)).toMatch(new RegExp(`^${name} must `))
  })

  it('reads any number of providers, after Google', () => {
    const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
    const pear = { id: 'pear', name: 'Pear ID', issuer: 'https://id.pear.example', clientId: 'a', clientSecret: 'b' }
    const plum = { ...pear, id: 'plum-2', name: 'Plum', icon }
    const google = { OIDC_GOOGLE_CLIENT_ID: 'id', OIDC_GOOGLE_CLIENT_SECRET: 'secret' }
    const config = read({ OIDC_PROVIDERS: JSON.stringify([pear, plum]), ...google, SIGN_IN: 'providers' })
    expect(config.providers.map(({ id, label }) => [id, label])).toEqual([
      ['google', 'Google'],
      ['pear', 'Pear ID'],
      ['plum-2', 'Plum'],
    ])
    expect(config.providers[2]).toMatchObject({ icon, issuer: 'https://id.pear.example', clientSecret: 'b' })
    expect(config.isSignInByProvidersOnly).toBe(true)
  })

  it.each([
    ['no JSON', 'pear'],
    ['no list', '{}'],
    [
      'an unknown field',
      '[{"id":"a","name":"A","issuer":"https://a.example","clientId":"a","clientSecret":"topsecret","x":1}]',
    ],
    ['no secret', '[{"id":"a","name":"A","issuer":"https://a.example","clientId":"a"}]'],
    [
      'an id that is no path',
      '[{"id":"../a","name":"A","issuer":"https://a.example","clientId":"a","clientSecret":"topsecret"}]',
    ],
    [
      'an icon of another host',
      '[{"id":"a","name":"A","icon":"https://a.example/a.png","issuer":"https://a.example","clientId":"a","clientSecret":"topsecret"}]',
    ],
    [
      'an issuer that is no URL',
      '[{"id":"a","name":"A","issuer":"javascript:1","clientId":"a","clientSecret":"topsecret"}]',
    ],
    [
      'the same id twice',
      `[${Array.from({ length: 2 }, () => '{"id":"a","name":"A","issuer":"https://a.example","clientId":"a","clientSecret":"topsecret"}').join(',')}]`,
    ],
  ])('refuses providers with %s, without showing them', (_case, value) => {
    expect(refusal({ OIDC_PROVIDERS: value })).toMatch(/^OIDC_PROVIDERS must be a JSON list/u)
    expect(refusal({ OIDC_PROVIDERS: value })).not.toContain('topsecret')
  })

  it('accepts an external Kratos without its admin URL in beta sign-up', () => {
    expect(read({ ...kratos, SIGNUP: 'beta' }).identity).toEqual({
      kind: 'kratos',
      url: 'https://id.example.com',
      adminUrl: null,
    })
  })

  it('needs no key for a self-hosted OpenAI-compatible server', () => {
    expect(read({ AI_PROVIDER: 'openai', AI_MODEL: 'm', AI_BASE_URL: 'http://127.0.0.1:8000/v1/' }).ai).toMatchObject({
      baseUrl: 'http://127.0.0.1:8000/v1',
      apiKey: null,
    })
  })
})
