import { accept, type Result } from '@espalier/domain'
import { createIdentityRecord } from '../../identities/store.ts'
import { toIdentityView, isEmailProven } from '../../identities/identity.ts'
import type { FormVisit, RegisteredOutcome } from '../../core.ts'
import { issueSession } from '../../sessions/sign-in.ts'
import { toSessionView } from '../../sessions/session.ts'
import { resolveFlowDestination } from '../kind.ts'
import { signedInResponse } from '../login/complete.ts'
import { beginVerification } from '../verification/send.ts'
import type { VisitResponse } from '../visit.ts'

/** Makes the account and signs it in. 'taken': its e-mail address or social account is another's. */
export async function completeRegistration(
  { core, visit, flow }: FormVisit,
  { wanted, methods }: Pick<RegisteredOutcome, 'wanted' | 'methods'>,
): Promise<Result<VisitResponse, 'taken'>> {
  const status = core.options.initialStatus
  const created = await createIdentityRecord(
    core.db,
    { ...wanted, metadataPublic: { ...wanted.metadataPublic, status } },
    visit.now,
  )
  if (!created.ok) return created
  const identity = created.value
  core.options.audit({ kind: 'registered', identityId: identity.id, address: visit.device.address })
  const session = await issueSession(core, visit, { identity, methods, flow })
  const { email } = identity.traits
  const verification = isEmailProven(identity) ? [] : await beginVerification(core, visit, identity, email)
  const facts = { identity: toIdentityView(identity, visit.base), session: toSessionView(session, visit.base) }
  return accept(signedInResponse(visit, resolveFlowDestination(visit, flow), facts, verification))
}
