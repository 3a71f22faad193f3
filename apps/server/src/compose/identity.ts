import { createIdentity, type CodeMail, type Identity, type IdentityOptions } from '@espalier/identity'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { createEmbeddedIdentities } from '../adapters/embedded-identity/embedded-identities.ts'
import { createKratosIdentities } from '../adapters/kratos/kratos-identities.ts'
import type { Config } from '../config.ts'
import { accountNoticeMail, codeMail, type Mailer } from '../features/mail/index.ts'
import type { AuditLog, Logger } from '../log.ts'
import type { Identities } from '../ports/identities.ts'
import type { Origins } from '../transport/http/origins.ts'

export interface IdentityParts {
  readonly config: Config
  readonly pool: Pool
  readonly secrets: readonly string[]
  readonly mailer: Mailer
  readonly origins: Origins
  readonly audit: AuditLog
  readonly log: Logger
  sessionsEnded(ids: readonly string[]): void
}

export interface ComposedIdentity {
  readonly identities: Identities
  /** Null: a Kratos by URL, which serves its own. */
  readonly embedded: Identity | null
  /** Those of these sessions that are over. A Kratos by URL is asked for each by itself, once a minute. */
  endedAmong(sessionIds: readonly string[]): Promise<readonly string[]>
}

export function composeIdentity(parts: IdentityParts): ComposedIdentity {
  const { identity, verifyEmail: verifiesEmail } = parts.config
  if (identity.kind === 'kratos') {
    return { identities: createKratosIdentities({ ...identity, verifiesEmail }), embedded: null, endedAmong: async () => [] }
  }
  if (!verifiesEmail) parts.log.info({ variable: 'VERIFY_EMAIL' }, 'email addresses are not verified on this server')
  const embedded = createIdentity(buildIdentityOptions(parts))
  return {
    identities: createEmbeddedIdentities(embedded, { verifiesEmail }),
    embedded,
    endedAmong: embedded.admin.findEndedSessions,
  }
}

function buildIdentityOptions({
  config,
  pool,
  secrets,
  mailer,
  origins,
  audit,
  log,
  sessionsEnded,
}: IdentityParts): IdentityOptions {
  const { productName } = config
  return {
    pool,
    secrets,
    log,
    audit: (event) => audit({ ...event }),
    onSessionsEnded: sessionsEnded,
    getBaseUrl: (request) => `${origins.apiOriginFor(request)}/identity`,
    getPageUrls: (request) => buildPageUrls(origins.webOriginFor(request)),
    getReturnUrls: (request) => listReturnUrls(origins, request),
    secureCookies: origins.isSecure,
    initialStatus: config.signup === 'open' ? 'active' : 'pending',
    providers: config.google ? [{ id: 'google', label: 'Google', ...config.google }] : [],
    ...(config.identityAdminToken !== null && { adminToken: config.identityAdminToken }),
    backOff: config.rateLimits,
    sendRecoveryMail: (mail) => mailer.send(codeMail({ purpose: 'recovery', ...toCodeMailInput(mail), productName })),
    ...(config.verifyEmail && {
      verification: {
        mail: (mail) => mailer.send(codeMail({ purpose: 'verification', ...toCodeMailInput(mail), productName })),
      },
    }),
    sendNoticeMail: (notice) => mailer.send(accountNoticeMail({ ...notice, productName })),
  }
}

const toCodeMailInput = ({ to, code, person, expiresAt }: CodeMail) => ({
  to,
  code,
  firstname: person.firstname,
  minutes: Math.max(1, Math.round((expiresAt.getTime() - Date.now()) / 60_000)),
})

const buildPageUrls = (web: string) => ({
  login: `${web}/login`,
  registration: `${web}/register`,
  settings: `${web}/user`,
  recovery: `${web}/recovery`,
  verification: `${web}/verification`,
  error: `${web}/error`,
  home: `${web}/projects`,
})

function listReturnUrls(origins: Origins, request: FastifyRequest): string[] {
  const scheme = origins.isSecure ? 'https' : 'http'
  return [origins.webOriginFor(request), origins.apiOriginFor(request), ...origins.hosts().map((host) => `${scheme}://${host}`)]
}
