import type { MigrationSet } from '@espalier/postgres'
import type { FastifyPluginAsync } from 'fastify'
import type { Core } from './core/core.ts'
import { createIdentityAdmin, type IdentityAdmin } from './admin-api/identity-admin.ts'
import { createOidcMethod } from './methods/oidc/oidc-method.ts'
import { createBackOff, noBackOff } from './storage/back-off.ts'
import { createPasswordHasher } from './core/password-hasher.ts'
import { loadPasskeyLibrary } from './methods/passkey/ceremony.ts'
import { lookupSecretMethod } from './methods/lookup-secret.ts'
import { passkeyMethod } from './methods/passkey/passkey-method.ts'
import { passwordMethod } from './methods/password.ts'
import { profileMethod } from './methods/profile.ts'
import { totpMethod } from './methods/totp.ts'
import { defaultLifespans, type IdentityOptions } from './core/options.ts'
import { createIdentityPlugin } from './http/plugin.ts'
import { lacksSecondStep, toSessionView, type Session } from './identities/session.ts'
import { findSessionByToken } from './storage/session-store.ts'
import { readSessionToken, type SessionHeaders } from './protocol/cookies.ts'
import { createContinuity } from './storage/continuity.ts'
import { openIdentityDatabase } from './storage/database.ts'
import { createSealer } from './protocol/crypto.ts'
import { deleteExpiredRecords } from './storage/sweep.ts'

export type { IdentityAdmin } from './admin-api/identity-admin.ts'
export { isEmailProven, type IdentityRecord } from './identities/identity.ts'
export type { AccountNotice, IdentityAuditEvent, CodeMail, IdentityOptions } from './core/options.ts'
export type { Session } from './identities/session.ts'
export type { SessionHeaders } from './protocol/cookies.ts'

export const identityMigrations: MigrationSet = { name: 'identity', folder: new URL('../migrations/', import.meta.url) }

export interface Identity {
  readonly plugin: FastifyPluginAsync
  /** Null if the headers contain no valid session, or one that waits for its second step. Throws if the database is unavailable. */
  whoami(headers: SessionHeaders): Promise<Session | null>
  readonly admin: IdentityAdmin
  /** Waits for running work. The caller owns the pool and ends it. */
  close(): Promise<void>
}

/** The methods by which people sign in here, without a provider. */
const ownSignInMethods: ReadonlySet<string> = new Set(['password', 'passkey'])

const sweepEveryMs = 10 * 60_000
/** A server that has just started answers those who wait for it first. */
const loadAfterMs = 2_000

export function createIdentity(options: IdentityOptions): Identity {
  const db = openIdentityDatabase(options.pool)
  const sealer = createSealer(options.secrets)
  const clock = () => options.clock?.() ?? new Date()
  const work = createBackgroundTasks(options)
  const core: Core = {
    options,
    lifespans: { ...defaultLifespans, ...options.lifespans },
    db,
    sealer,
    continuity: createContinuity(db, sealer),
    hasher: createPasswordHasher(),
    backOff: options.backOff ? createBackOff(db) : noBackOff,
    methods: [
      passwordMethod,
      profileMethod,
      createOidcMethod(options),
      totpMethod,
      lookupSecretMethod,
      passkeyMethod,
    ].filter(({ id }) => !options.isSignInByProvidersOnly || !ownSignInMethods.has(id)),
    runInBackground: work.start,
  }
  const admin = createIdentityAdmin(core, clock)
  const sweeping = setInterval(() => work.start('sweep', () => deleteExpiredRecords(db, clock())), sweepEveryMs)
  sweeping.unref()
  const loading = setTimeout(() => work.start('passkeys', loadPasskeyLibrary), loadAfterMs)
  loading.unref()
  return {
    plugin: createIdentityPlugin(core, admin),
    async whoami(headers) {
      const token = readSessionToken(headers)
      const session = token === null ? null : await findSessionByToken(db, token, clock())
      return session === null || lacksSecondStep(session) ? null : toSessionView(session, '')
    },
    admin,
    async close() {
      clearInterval(sweeping)
      clearTimeout(loading)
      await work.settled()
    },
  }
}

function createBackgroundTasks({ log }: IdentityOptions) {
  const running = new Set<Promise<unknown>>()
  return {
    start(what: string, work: () => Promise<unknown>): void {
      const done = work()
        .catch((error: unknown) => log.error({ err: error, what }, 'identity background work failed'))
        .finally(() => running.delete(done))
      running.add(done)
    },
    async settled(): Promise<void> {
      await Promise.all(running)
    },
  }
}
