import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { findIdentityByEmail } from '../../identities/store.ts'
import { sendCode } from '../../methods/code/code.ts'
import { submitCodeStep } from '../code-steps.ts'
import { isFlowExpired, formWithMessages } from '../flow.ts'
import { refuseForm, replaceExpiredFlow, requireSubmittedFlow } from '../kind.ts'
import { respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { completeRecovery } from './complete.ts'
import { recoveryFlow } from './flow.ts'

export async function submitRecovery(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, recoveryFlow)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw httpErrors.sessionAlreadyAvailable()
    return respondRedirect(visit.pages.home)
  }
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, recoveryFlow, flow)
  if (flow.state === 'passed_challenge') return refuseForm(core, visit, recoveryFlow, flow, formWithMessages(messages.recoveryDone()))
  const purpose = 'recovery code'
  return submitCodeStep(core, visit, flow, {
    kind: recoveryFlow,
    purpose,
    mailScope: 'recovery-mail',
    codeScope: 'recovery-code',
    sentMessage: messages.recoveryCodeSent,
    wrongCodeMessage: messages.recoveryCodeWrong,
    async sendTo(email) {
      const owner = await findIdentityByEmail(core.db, email)
      await sendCode(core, { purpose, flowId: flow.id, email, owner, mail: core.options.sendRecoveryMail }, visit.now)
    },
    complete: (redeemed) => completeRecovery(core, visit, flow, redeemed),
  })
}
