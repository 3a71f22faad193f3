import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { refusals } from '../../forms/refusal.ts'
import { findIdentityByEmail } from '../../identities/store.ts'
import { sendCode } from '../../methods/code/code.ts'
import { submitCodeStep } from '../code-steps.ts'
import { isExpired, say } from '../flow.ts'
import { refuseForm, replaceExpired, submittedFlow } from '../kind.ts'
import { redirect, type Answer, type Visit } from '../visit.ts'
import { completeRecovery } from './complete.ts'
import { recovery } from './flow.ts'

export async function submitRecovery(core: Core, visit: Visit): Promise<Answer> {
  const flow = await submittedFlow(core, visit, recovery)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw refusals.sessionAlreadyAvailable()
    return redirect(visit.pages.home)
  }
  if (isExpired(flow, visit.now)) return replaceExpired(core, visit, recovery, flow)
  if (flow.state === 'passed_challenge') return refuseForm(core, visit, recovery, flow, say(messages.recoveryDone()))
  const purpose = 'recovery code'
  return submitCodeStep(core, visit, flow, {
    kind: recovery,
    purpose,
    mailScope: 'recovery-mail',
    codeScope: 'recovery-code',
    sentMessage: messages.recoveryCodeSent,
    wrongCodeMessage: messages.recoveryCodeWrong,
    async sendTo(email) {
      const owner = await findIdentityByEmail(core.db, email)
      await sendCode(core, { purpose, flowId: flow.id, email, owner, mail: core.options.recoveryMail }, visit.now)
    },
    complete: (redeemed) => completeRecovery(core, visit, flow, redeemed),
  })
}
