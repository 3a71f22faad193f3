import type { Database } from '../../database/database.ts'
import type { Identities } from '../../ports/identities.ts'
import type { Audit } from '../../ports/log.ts'
import type { Rates } from '../../ports/rates.ts'
import type { Mailer } from '../mail/index.ts'
import type { People } from '../people/index.ts'
import type { Writes } from '../projects/index.ts'
import type { InvitationLinks } from './invitation-links.ts'

/** The parts that invitations to projects and requests for access need. */
export interface InvitationsOptions {
  readonly database: Database
  readonly writes: Writes
  readonly identities: Pick<Identities, 'findByEmail' | 'setStatus'>
  readonly people: Pick<People, 'find'>
  readonly mailer: Mailer
  readonly links: InvitationLinks
  readonly audit: Audit
  /** Null means no limits. */
  readonly rates: Rates | null
  /** True in a private beta, where an invitation approves the account and uses one of the inviter's invites. */
  readonly approvesAccounts: boolean
  readonly productName: string
  /** The page's URL. */
  webUrl(): string
  /** The URL with which the reader of a mail can unsubscribe. */
  buildUnsubscribeUrl(address: string): string
  now(): Date
}
