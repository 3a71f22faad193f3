import { type CodeMail, createIdentity, type Identity, type IdentityOptions } from '@espalier/identity'
import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { createEmbeddedIdentities } from '../adapters/embedded-identity/embedded-identities.ts'
import { createKratosIdentities } from '../adapters/kratos/kratos-identities.ts'
import type { Slice } from '../api/slice.ts'
import type { Authenticate } from '../api/viewer.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import { type AccessTokens, isTokenSession } from '../features/access-tokens/index.ts'
import type { Accounts } from '../features/account/index.ts'
import { createInvites } from '../features/invites/invites.ts'
import { invitesSlice } from '../features/invites/resolvers.ts'
import { createInviteTokens } from '../features/invites/store.ts'
import { accountNoticeMail, codeMail, type Mailer, type Unsubscribes } from '../features/mail/index.ts'
import type { Identities } from '../ports/identities.ts'
import type { Audit } from '../ports/log.ts'
import type { Logger } from '../reliability/log.ts'
import type { Origins } from '../transport/http/origins.ts'

interface IdentityParts {
  readonly config: Config
  readonly pool: Pool
  readonly secrets: readonly string[]
  readonly mailer: Mailer
  readonly origins: Origins
  readonly audit: Audit
  readonly log: Logger
  sessionsEnded(ids: readonly string[]): void
}

interface ComposedIdentity {
  readonly identities: Identities
  /** Null with an external Kratos, which has its own service. */
  readonly embedded: Identity | null
  /** Returns which of these sessions have ended. An external Kratos is asked for each one separately, once a minute. */
  endedAmong(sessionIds: readonly string[]): Promise<readonly string[]>
}

export function composeIdentity(parts: IdentityParts): ComposedIdentity {
  const { identity, verifyEmail: verifiesEmail } = parts.config
  if (identity.kind === 'kratos') {
    return {
      identities: createKratosIdentities({ ...identity, verifiesEmail }),
      embedded: null,
      endedAmong: async () => [],
    }
  }
  if (!verifiesEmail) parts.log.debug({ variable: 'VERIFY_EMAIL' }, 'email addresses are not verified on this server')
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
    productName,
    log,
    audit: (event) => audit({ ...event }),
    onSessionsEnded: sessionsEnded,
    getBaseUrl: (request) => `${origins.apiOriginFor(request)}/identity`,
    getPageUrls: (request) => buildPageUrls(origins.webOriginFor(request)),
    getReturnUrls: (request) => listReturnUrls(origins, request),
    secureCookies: origins.isSecure,
    initialStatus: config.signup === 'open' ? 'active' : 'pending',
    providers: config.providers,
    isSignInByProvidersOnly: config.isSignInByProvidersOnly,
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
  return [
    origins.webOriginFor(request),
    origins.apiOriginFor(request),
    ...origins.hosts().map((host) => `${scheme}://${host}`),
  ]
}

/** A program brings a token, a person the cookie of a session. */
export const composeAuthentication =
  (accounts: Pick<Accounts, 'authenticate'>, tokens: Pick<AccessTokens, 'authenticate'>): Authenticate =>
  async (headers) =>
    (await tokens.authenticate(headers)) ?? accounts.authenticate(headers)

type FindEnded = (sessionIds: readonly string[]) => Promise<readonly string[]>

/** Sessions of people and of tokens are looked up where each is stored. */
export const findEndedAmong =
  (endedAmong: FindEnded, tokens: Pick<AccessTokens, 'findEndedSessions'>): FindEnded =>
  async (sessionIds) => [
    ...(await endedAmong(sessionIds.filter((id) => !isTokenSession(id)))),
    ...(await tokens.findEndedSessions(sessionIds)),
  ]

interface InviteParts {
  readonly config: Config
  readonly database: Database
  readonly identities: Identities
  readonly mailer: Mailer
  readonly refusals: Unsubscribes
  readonly origins: Origins
  readonly secrets: readonly string[]
  readonly audit: Audit
}

/** An external Kratos without an admin API cannot activate people, so an invitation would be useless. */
export const canInvite = ({ identity, signup }: Config): boolean =>
  signup === 'open' || identity.kind === 'embedded' || identity.adminUrl !== null

export function composeInvites({ config, origins, secrets, refusals, ...parts }: InviteParts): Slice[] {
  if (!canInvite(config)) return []
  const invites = createInvites({
    ...parts,
    tokens: createInviteTokens(secrets),
    productName: config.productName,
    // A mail is read outside the request that caused it, so it uses the first of our URLs.
    webUrl: () => config.webUrl ?? origins.webOriginFor({ host: '' }),
    buildUnsubscribeUrl: refusals.urlFor,
  })
  return [invitesSlice(invites)]
}
