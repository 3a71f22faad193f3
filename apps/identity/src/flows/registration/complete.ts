import { accept, type Result } from '@espalier/domain'
import { createIdentityRecord } from '../../identities/store.ts'
import { identityView, isEmailProven } from '../../identities/identity.ts'
import type { FormVisit, Registered } from '../../core.ts'
import { signIn } from '../../sessions/sign-in.ts'
import { sessionView } from '../../sessions/session.ts'
import { destinationOf } from '../kind.ts'
import { signedInAnswer } from '../login/complete.ts'
import { beginVerification } from '../verification/send.ts'
import type { Answer } from '../visit.ts'

/** Makes the account and signs it in. 'taken': its e-mail address or social account is another's. */
export async function completeRegistration(
  { core, visit, flow }: FormVisit,
  { wanted, methods }: Pick<Registered, 'wanted' | 'methods'>,
): Promise<Result<Answer, 'taken'>> {
  const status = core.options.initialStatus
  const created = await createIdentityRecord(
    core.db,
    { ...wanted, metadataPublic: { ...wanted.metadataPublic, status } },
    visit.now,
  )
  if (!created.ok) return created
  const identity = created.value
  core.options.audit({ kind: 'registered', identityId: identity.id, address: visit.device.address })
  const session = await signIn(core, visit, { identity, methods, flow })
  const { email } = identity.traits
  const verification = isEmailProven(identity) ? [] : await beginVerification(core, visit, identity, email)
  const facts = { identity: identityView(identity, visit.base), session: sessionView(session, visit.base) }
  return accept(signedInAnswer(visit, destinationOf(visit, flow), facts, verification))
}
