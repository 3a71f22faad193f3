import type { Core } from './core.ts'
import type { Visit } from './flows/visit.ts'
import type { IdentityRecord } from './identities/identity.ts'
import type { FirstProof } from './identities/proof.ts'
import type { AccountNotice } from './options.ts'

/** Mails a notice about a change to the address that the account had before it. */
export function sendAccountNotice(core: Core, before: IdentityRecord, change: AccountNotice['change']): void {
  const { email, firstname } = before.traits
  core.runInBackground(`${change.kind} notice`, () =>
    core.options.sendNoticeMail({ to: email, firstname: firstname ?? null, change }),
  )
}

/** The audit lines of a first proof, and the end of the sockets of the sessions that it ended. */
export function reportFirstProof(
  core: Core,
  visit: Visit,
  identity: IdentityRecord,
  method: 'recovery' | 'verification' | 'oidc',
  { removedPassword, removedSocial, endedSessions }: FirstProof,
): void {
  const { audit, onSessionsEnded: sessionsEnded } = core.options
  const who = { identityId: identity.id, method, address: visit.device.address }
  audit({ kind: 'email-verified', ...who })
  const removed = [...(removedPassword ? ['password'] : []), ...removedSocial.map(({ provider }) => provider)]
  if (removed.length > 0) audit({ kind: 'credentials-removed', ...who, reason: removed.join(', ') })
  if (endedSessions.length > 0) sessionsEnded(endedSessions)
}
