import { normaliseEmail } from '@espalier/domain'
import { reportFirstProof, sendNotice } from '../../account-changes.ts'
import type { Core } from '../../core.ts'
import { messages, type Message } from '../../forms/messages.ts'
import { isEmailProven, pendingAddress, type IdentityRecord } from '../../identities/identity.ts'
import { proveAddress, removeUnproven } from '../../identities/proof.ts'
import { adoptPendingAddress, requireIdentity } from '../../identities/store.ts'
import type { RedeemedCode } from '../../methods/code/code.ts'
import type { SessionRecord } from '../../sessions/session.ts'
import { say, type Flow } from '../flow.ts'
import { pageOf, refuseForm, updateFlow } from '../kind.ts'
import { json, redirect, type Answer, type Visit } from '../visit.ts'
import { verification } from './flow.ts'

/** The code was right: the address is proven, and a pending one takes the place of the old one. */
export async function completeVerification(
  core: Core,
  visit: Visit,
  flow: Flow,
  { identityId, email }: RedeemedCode,
): Promise<Answer> {
  const identity = await requireIdentity(core.db, identityId)
  const current = await visit.session()
  const session = current?.identity.id === identityId ? current : null
  const pending = pendingAddress(identity)
  if (session !== null && pending !== undefined && normaliseEmail(pending.value) === email) {
    const changed = await changeAddress(core, visit, identity, pending.value, session)
    if (changed) return passed(core, visit, flow, messages.verified())
    return refuseForm(core, visit, verification, flow, say(messages.taken()), 'code')
  }
  if (normaliseEmail(identity.traits.email) !== email) {
    const reason = 'Log in to confirm a change of your email address, then ask for a new code.'
    return refuseForm(core, visit, verification, flow, say(messages.generic(reason)), 'code')
  }
  const provenWith = session && { methods: session.methods, session }
  const proof = await proveAddress(core.db, { identityId, email, provenWith }, visit.now)
  if (proof !== null) reportFirstProof(core, visit, identity, 'verification', proof)
  return passed(core, visit, flow, proof?.removedPassword ? messages.verifiedWithoutSession() : messages.verified())
}

async function changeAddress(
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
    const proof = await core.db.transaction().execute((tx) => removeUnproven(tx, identity.id, provenWith, visit.now))
    reportFirstProof(core, visit, identity, 'verification', proof)
  }
  core.options.audit({ kind: 'email-changed', identityId: identity.id, address: visit.device.address })
  sendNotice(core, identity, { kind: 'email-changed' })
  return true
}

async function passed(core: Core, visit: Visit, flow: Flow, message: Message): Promise<Answer> {
  const done = await updateFlow(core, visit, flow, { state: 'passed_challenge', active: 'code', form: say(message) })
  return visit.wantsJson
    ? json(await verification.view(core, visit, done))
    : redirect(pageOf(verification, visit, done))
}
