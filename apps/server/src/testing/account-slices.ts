import type { Slice } from '../api/slice.ts'
import type { Database } from '../database/database.ts'
import { accountDeletionRunners } from '../features/account-data/delete-accounts.ts'
import { accountDeletionSlice } from '../features/account-data/resolvers.ts'
import { createInvites } from '../features/invites/invites.ts'
import { invitesSlice } from '../features/invites/resolvers.ts'
import { createInviteTokens } from '../features/invites/store.ts'
import type { Mailer } from '../features/mail/index.ts'
import type { Writes } from '../features/projects/index.ts'
import type { Bus } from '../ports/bus.ts'
import type { Identities } from '../ports/identities.ts'
import type { Audit, Log } from '../ports/log.ts'

interface AccountSliceParts {
  readonly database: Database
  readonly writes: Writes
  readonly identities: Identities
  readonly bus: Pick<Bus, 'publish'>
  readonly mailer: Mailer
  readonly audit: Audit
  readonly log: Log
  readonly secret: string
  readonly now: () => Date
  webUrl(): string
}

/** The parts of a test server's API that are about accounts: beta invites and the deletion of one's account. */
export function composeAccountSlices({ secret, ...given }: AccountSliceParts) {
  const parts = { ...given, productName: 'Espalier', apiUrl: given.webUrl, buildUnsubscribeUrl: given.webUrl }
  const slices: Slice[] = [
    invitesSlice(createInvites({ ...parts, tokens: createInviteTokens([secret]) })),
    accountDeletionSlice({ ...parts, isAvailable: true }),
  ]
  return { slices, runners: accountDeletionRunners(parts) }
}
