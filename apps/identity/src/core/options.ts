import type { FastifyRequest } from 'fastify'
import type { Pool } from 'pg'

export interface PageUrls {
  readonly login: string
  readonly registration: string
  readonly settings: string
  readonly recovery: string
  readonly verification: string
  readonly error: string
  /** The URL after sign-in if the flow has no return_to. */
  readonly home: string
}

export interface OidcProviderOptions {
  readonly id: string
  readonly label: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** A code mail that somebody requested, to the address that the code proves. */
export interface CodeMail {
  readonly to: string
  readonly code: string
  readonly person: {
    readonly id: string
    readonly email: string
    readonly firstname: string | null
    readonly lastname: string | null
  }
  readonly expiresAt: Date
}

type PlainChange =
  | 'password-changed'
  | 'email-changed'
  | 'two-step-on'
  | 'two-step-off'
  | 'recovery-codes-changed'
  | 'passkey-added'
  | 'passkey-removed'

export interface AccountNotice {
  /** The recipient; for a change of address, the old address. */
  readonly to: string
  readonly firstname: string | null
  readonly change: { readonly kind: PlainChange } | { readonly kind: 'linked' | 'unlinked'; readonly provider: string }
}

export interface IdentityAuditEvent {
  readonly kind:
    | 'sign-in'
    | 'sign-in-refused'
    | 'registered'
    | 'password-changed'
    | 'logout'
    | 'recovered'
    | 'linked'
    | 'unlinked'
    | 'email-verified'
    | 'email-change-requested'
    | 'email-changed'
    | 'credentials-removed'
    | 'second-factor-added'
    | 'second-factor-removed'
    | 'passkey-added'
    | 'passkey-removed'
    | 'state-changed'
    | 'metadata-changed'
    | 'admin-refused'
  readonly identityId?: string
  readonly sessionId?: string
  readonly method?: string
  readonly provider?: string
  readonly reason?: string
  readonly address?: string
}

export interface IdentityLog {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** In milliseconds. */
export interface Lifespans {
  readonly flowMs: number
  readonly sessionMs: number
  readonly privilegedMs: number
  /** How long both steps of a login count as fresh, for changes that weaken the second step. */
  readonly freshMs: number
  readonly recoveryCodeMs: number
  readonly settingsPauseMs: number
  readonly socialPauseMs: number
}

export const defaultLifespans: Lifespans = {
  flowMs: 3_600_000,
  sessionMs: 86_400_000,
  privilegedMs: 3_600_000,
  freshMs: 300_000,
  recoveryCodeMs: 900_000,
  settingsPauseMs: 900_000,
  socialPauseMs: 1_800_000,
}

export interface IdentityOptions {
  readonly pool: Pool
  /** The name that an authenticator app and a passkey show; the host if it is absent. */
  readonly productName?: string
  /** The public base URL for this request, without a trailing slash, such as http://localhost:3000/identity. */
  getBaseUrl(request: FastifyRequest): string
  getPageUrls(request: FastifyRequest): PageUrls
  /** Allowed prefixes of return_to: scheme, host (a leading `*.` is allowed) and path. */
  getReturnUrls(request: FastifyRequest): readonly string[]
  /** The first secret seals and signs; all of them can open. */
  readonly secrets: readonly string[]
  readonly secureCookies: boolean
  /** The metadata_public.status of a newly registered person. */
  readonly initialStatus: 'active' | 'pending'
  sendRecoveryMail(mail: CodeMail): Promise<void>
  /** If absent, addresses are not verified and the verification flow does not exist. */
  readonly verification?: { mail(mail: CodeMail): Promise<void> }
  /** Mails a person about an account change that they may not have made. */
  sendNoticeMail(notice: AccountNotice): Promise<void>
  readonly providers: readonly OidcProviderOptions[]
  /** True: people sign in at a provider and nowhere else. There are no passwords, and no recovery by mail. */
  readonly isSignInByProvidersOnly?: boolean
  /** The bearer token of the admin API. Without it there is no admin API. */
  readonly adminToken?: string
  /** False turns off the back-off per account and per address. */
  readonly backOff: boolean
  /** The client's address as the server trusts it. */
  getClientAddress?(request: FastifyRequest): string
  readonly log: IdentityLog
  audit(event: IdentityAuditEvent): void
  /** Called so that the sockets of these sessions can be closed. */
  onSessionsEnded(sessionIds: readonly string[]): void
  clock?(): Date
  readonly lifespans?: Partial<Lifespans>
}
