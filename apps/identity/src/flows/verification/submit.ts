import { normaliseEmail } from '@espalier/domain'
import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { isEmailProven, pendingAddress, type IdentityRecord } from '../../identities/identity.ts'
import { findIdentityByEmail } from '../../identities/store.ts'
import { submitCodeStep } from '../code-steps.ts'
import { isExpired, say } from '../flow.ts'
import { refuseForm, replaceExpired, submittedFlow } from '../kind.ts'
import type { Answer, Visit } from '../visit.ts'
import { completeVerification } from './complete.ts'
import { verification } from './flow.ts'
import { sendVerificationCode } from './send.ts'

export async function submitVerification(core: Core, visit: Visit): Promise<Answer> {
  const flow = await submittedFlow(core, visit, verification)
  if (isExpired(flow, visit.now)) return replaceExpired(core, visit, verification, flow)
  if (flow.state === 'passed_challenge') {
    return refuseForm(core, visit, verification, flow, say(messages.verificationDone()))
  }
  return submitCodeStep(core, visit, flow, {
    kind: verification,
    purpose: 'verification code',
    mailScope: 'verification-mail',
    codeScope: 'verification-code',
    sentMessage: messages.verificationCodeSent,
    wrongCodeMessage: messages.verificationCodeWrong,
    async sendTo(email) {
      await sendVerificationCode(core, flow, email, await ownerToVerify(core, visit, email), visit.now)
    },
    complete: (redeemed) => completeVerification(core, visit, flow, redeemed),
  })
}

/** Whose address it is, while there is something to prove. A pending address is mailed for its own session only. */
async function ownerToVerify(core: Core, visit: Visit, email: string): Promise<IdentityRecord | null> {
  const signedIn = (await visit.session())?.identity
  const pending = signedIn && pendingAddress(signedIn)
  if (signedIn && pending && normaliseEmail(pending.value) === normaliseEmail(email)) return signedIn
  const owner = await findIdentityByEmail(core.db, email)
  return owner === null || isEmailProven(owner) ? null : owner
}
