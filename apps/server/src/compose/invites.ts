import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { createInvites, createInviteTokens, invitesSlice } from '../features/invites/index.ts'
import type { Mailer, Unsubscribes } from '../features/mail/index.ts'
import type { Audit } from '../ports/audit.ts'
import type { Identities } from '../ports/identities.ts'
import type { Slice } from '../transport/graphql/slice.ts'
import type { Origins } from '../transport/http/origins.ts'

export interface InviteParts {
  readonly config: Config
  readonly database: Database
  readonly identities: Identities
  readonly mailer: Mailer
  readonly refusals: Unsubscribes
  readonly origins: Origins
  readonly secrets: readonly string[]
  readonly audit: Audit
}

/** A Kratos whose admin API is out of reach lets nobody in: an invite would be a promise that nobody keeps. */
export const canInvite = ({ identity, signup }: Config): boolean =>
  signup === 'open' || identity.kind === 'embedded' || identity.adminUrl !== null

export function composeInvites({ config, origins, secrets, refusals, ...parts }: InviteParts): Slice[] {
  if (!canInvite(config)) return []
  const invites = createInvites({
    ...parts,
    tokens: createInviteTokens(secrets),
    productName: config.productName,
    // A mail is read elsewhere than where it was caused: the first of our addresses stands for all.
    webUrl: () => config.webUrl ?? origins.webOriginFor({ host: '' }),
    buildUnsubscribeUrl: refusals.urlFor,
  })
  return [invitesSlice(invites)]
}
