import { normalizeEmail } from '@espalier/domain'
import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { isEmailProven, findPendingAddress, type IdentityRecord } from '../../identities/identity.ts'
import { findIdentityByEmail } from '../../identities/store.ts'
import { submitCodeStep } from '../code-steps.ts'
import { isFlowExpired, formWithMessages } from '../flow.ts'
import { refuseForm, replaceExpiredFlow, requireSubmittedFlow } from '../kind.ts'
import type { VisitResponse, Visit } from '../visit.ts'
import { completeVerification } from './complete.ts'
import { verificationFlow } from './flow.ts'
import { sendVerificationCode } from './send.ts'

export async function submitVerification(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, verificationFlow)
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, verificationFlow, flow)
  if (flow.state === 'passed_challenge') {
    return refuseForm(core, visit, verificationFlow, flow, formWithMessages(messages.verificationDone()))
  }
  return submitCodeStep(core, visit, flow, {
    kind: verificationFlow,
    purpose: 'verification code',
    mailScope: 'verification-mail',
    codeScope: 'verification-code',
    sentMessage: messages.verificationCodeSent,
    wrongCodeMessage: messages.verificationCodeWrong,
    async sendTo(email) {
      await sendVerificationCode(core, flow, email, await findOwnerToVerify(core, visit, email), visit.now)
    },
    complete: (redeemed) => completeVerification(core, visit, flow, redeemed),
  })
}

/** Whose address it is, while there is something to prove. A pending address is mailed for its own session only. */
async function findOwnerToVerify(core: Core, visit: Visit, email: string): Promise<IdentityRecord | null> {
  const signedIn = (await visit.session())?.identity
  const pending = signedIn && findPendingAddress(signedIn)
  if (signedIn && pending && normalizeEmail(pending.value) === normalizeEmail(email)) return signedIn
  const owner = await findIdentityByEmail(core.db, email)
  return owner === null || isEmailProven(owner) ? null : owner
}
