import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { proveAddress } from '../../identities/proof.ts'
import { deletePendingAddress, requireIdentity } from '../../identities/store.ts'
import type { RedeemedCode } from '../../methods/code/code.ts'
import { reportFirstProof } from '../../account-changes.ts'
import { endSessions, issueSession } from '../../sessions/sign-in.ts'
import { emptyForm, formWithMessages, type Flow } from '../flow.ts'
import { beginFlow, sendBrowserTo, flowPageUrl, refuseForm, updateFlow } from '../kind.ts'
import { settingsFlow } from '../settings/flow.ts'
import type { VisitResponse, Visit } from '../visit.ts'
import { recoveryFlow } from './flow.ts'

/** The code was right: every other session ends, and the person goes on to the settings to choose a new password. */
export async function completeRecovery(
  core: Core,
  visit: Visit,
  flow: Flow,
  { identityId, email }: RedeemedCode,
): Promise<VisitResponse> {
  const identity = await requireIdentity(core.db, identityId)
  if (identity.state !== 'active') return refuseForm(core, visit, recoveryFlow, flow, formWithMessages(messages.disabled()))
  // Nothing that was used before counts: whoever recovers has shown the mailbox and nothing else.
  const proof = await proveAddress(core.db, { identityId, email, provenWith: null }, visit.now)
  if (proof !== null) reportFirstProof(core, visit, identity, 'recovery', proof)
  await deletePendingAddress(core.db, identityId)
  await endSessions(core, { identityId })
  await updateFlow(core, visit, flow, { state: 'passed_challenge', form: emptyForm })
  const method = { method: 'code_recovery', aal: 'aal1', completed_at: visit.now.toISOString() } as const
  await issueSession(core, visit, { identity: await requireIdentity(core.db, identityId), methods: [method], flow })
  core.options.audit({ kind: 'recovered', identityId, address: visit.device.address })
  const minutes = Math.round(core.lifespans.privilegedMs / 60_000)
  const next = await beginFlow(core, visit, settingsFlow, {
    identityId,
    returnTo: flow.returnTo,
    form: formWithMessages(messages.recovered(minutes)),
  })
  return sendBrowserTo(visit, flowPageUrl(settingsFlow, visit, next))
}
