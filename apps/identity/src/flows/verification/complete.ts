import { normalizeEmail } from '@espalier/domain'
import { reportFirstProof, sendAccountNotice } from '../../account-changes.ts'
import type { Core } from '../../core.ts'
import { messages, type Message } from '../../forms/messages.ts'
import { isEmailProven, findPendingAddress, type IdentityRecord } from '../../identities/identity.ts'
import { proveAddress, removeUnprovenCredentials } from '../../identities/proof.ts'
import { adoptPendingAddress, requireIdentity } from '../../identities/store.ts'
import type { RedeemedCode } from '../../methods/code/code.ts'
import type { SessionRecord } from '../../sessions/session.ts'
import { formWithMessages, type Flow } from '../flow.ts'
import { flowPageUrl, refuseForm, updateFlow } from '../kind.ts'
import { respondJson, respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { verificationFlow } from './flow.ts'

/** The code was right: the address is proven, and a pending one takes the place of the old one. */
export async function completeVerification(
  core: Core,
  visit: Visit,
  flow: Flow,
  { identityId, email }: RedeemedCode,
): Promise<VisitResponse> {
  const identity = await requireIdentity(core.db, identityId)
  const current = await visit.session()
  const session = current?.identity.id === identityId ? current : null
  const pending = findPendingAddress(identity)
  if (session !== null && pending !== undefined && normalizeEmail(pending.value) === email) {
    const changed = await adoptVerifiedAddress(core, visit, identity, pending.value, session)
    if (changed) return respondVerified(core, visit, flow, messages.verified())
    return refuseForm(core, visit, verificationFlow, flow, formWithMessages(messages.taken()), 'code')
  }
  if (normalizeEmail(identity.traits.email) !== email) {
    const reason = 'Log in to confirm a change of your email address, then ask for a new code.'
    return refuseForm(core, visit, verificationFlow, flow, formWithMessages(messages.generic(reason)), 'code')
  }
  const provenWith = session && { methods: session.methods, session }
  const proof = await proveAddress(core.db, { identityId, email, provenWith }, visit.now)
  if (proof !== null) reportFirstProof(core, visit, identity, 'verification', proof)
  return respondVerified(core, visit, flow, proof?.removedPassword ? messages.verifiedWithoutSession() : messages.verified())
}

async function adoptVerifiedAddress(
  core: Core,
  visit: Visit,
  identity: IdentityRecord,
  newEmail: string,
  session: SessionRecord,
): Promise<boolean> {
  const adopted = await adoptPendingAddress(core.db, identity, newEmail, visit.now)
  if (!adopted.ok) return false
  if (!isEmailProven(identity)) {
    const provenWith = { methods: session.methods, session }
    const proof = await core.db.transaction().execute((tx) => removeUnprovenCredentials(tx, identity.id, provenWith, visit.now))
    reportFirstProof(core, visit, identity, 'verification', proof)
  }
  core.options.audit({ kind: 'email-changed', identityId: identity.id, address: visit.device.address })
  sendAccountNotice(core, identity, { kind: 'email-changed' })
  return true
}

async function respondVerified(core: Core, visit: Visit, flow: Flow, message: Message): Promise<VisitResponse> {
  const done = await updateFlow(core, visit, flow, { state: 'passed_challenge', active: 'code', form: formWithMessages(message) })
  return visit.wantsJson
    ? respondJson(await verificationFlow.view(core, visit, done))
    : respondRedirect(flowPageUrl(verificationFlow, visit, done))
}
