import { dayMs } from '@espalier/domain'
import type { Identity } from '@espalier/identity'
import { createPeopleAdmin } from '../adapters/embedded-identity/people-admin.ts'
import type { Slice } from '../api/slice.ts'
import type { Authenticate } from '../api/viewer.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { AccessTokens } from '../features/access-tokens/index.ts'
import { type AdminPolicy, adminSlice, auditRoutes, createAdminPolicy } from '../features/admin/index.ts'
import { type AuditTrail, createAuditTrail, deleteOldAuditRows } from '../features/audit/index.ts'
import type { Mailer } from '../features/mail/index.ts'
import type { Identities } from '../ports/identities.ts'
import type { JobRunners } from '../ports/jobs.ts'
import type { MailCarrier } from '../ports/mail.ts'
import type { Rates } from '../ports/rates.ts'
import { createAuditLog, type Logger } from '../reliability/log.ts'
import type { Origins } from '../transport/http/origins.ts'
import type { DatabasePools } from './database-pools.ts'
import type { ShutdownHooks } from './shutdown.ts'

/** Composes the audit trail. Entries that nobody waits for use the connections of jobs. */
export function composeAudit({ jobs }: DatabasePools, log: Logger, started: ShutdownHooks): AuditTrail {
  const trail = createAuditTrail({ pool: jobs, logEvent: createAuditLog(log), log })
  started.add('audit log', () => trail.settle())
  return trail
}

export const auditJobRunners = (
  database: Database,
  { auditLogDays }: Config,
): Pick<JobRunners, 'forget-audit-log'> => ({
  'forget-audit-log': async () => {
    await deleteOldAuditRows(database.pool, new Date(Date.now() - auditLogDays * dayMs))
  },
})

interface AdminParts {
  readonly config: Config
  readonly database: Database
  readonly identities: Identities
  /** Null with an external Kratos. */
  readonly embedded: Identity | null
  readonly mailer: Mailer
  readonly carrier: MailCarrier
  readonly tokens: Pick<AccessTokens, 'closeSockets'>
  readonly trail: AuditTrail
  readonly origins: Origins
  readonly rates: Rates | null
  readonly authenticate: Authenticate
  readonly log: Logger
  countSockets(): number
}

/** Composes what operators see at /admin. */
export function composeAdmin(parts: AdminParts): {
  readonly policy: AdminPolicy
  readonly slice: Slice
  readonly routes: ReturnType<typeof auditRoutes>
} {
  const { config, database, embedded, tokens, trail, origins, authenticate, log } = parts
  const { adminEmails, auditLogDays, productName, mail } = config
  if (adminEmails.length > 0 && !config.verifyEmail && config.environment === 'production')
    log.warn(
      { variable: 'ADMIN_EMAILS' },
      'addresses are not verified: whoever registers one of them first is an operator',
    )
  const policy = createAdminPolicy(adminEmails)
  const slice = adminSlice({
    policy,
    database,
    identities: parts.identities,
    people: embedded === null ? null : createPeopleAdmin(embedded.admin),
    mailer: parts.mailer,
    carrier: parts.carrier,
    audit: trail.record,
    trail,
    auditLogDays,
    productName,
    sendsMail: mail.smtpUrl !== null,
    rates: parts.rates,
    countSockets: parts.countSockets,
    closeTokenSockets: tokens.closeSockets,
    // A mail is read outside the request that caused it, so it uses the first of our URLs.
    webUrl: () => config.webUrl ?? origins.webOriginFor({ host: '' }),
  })
  return { policy, slice, routes: auditRoutes({ policy, database, authenticate, audit: trail.record }) }
}
