import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import type { IdentityRecord } from '../../identities/identity.ts'
import { sendCode } from '../../methods/code/code.ts'
import { showCodeStep } from '../code-steps.ts'
import type { Flow } from '../flow.ts'
import { beginFlow, flowPageUrl } from '../kind.ts'
import type { Visit } from '../visit.ts'
import { verificationFlow } from './flow.ts'

export async function sendVerificationCode(
  core: Core,
  flow: Flow,
  email: string,
  owner: IdentityRecord | null,
  now: Date,
): Promise<void> {
  const mailer = core.options.verification
  if (mailer === undefined) throw new Error('verification is off')
  await sendCode(core, { purpose: 'verification code', flowId: flow.id, email, owner, mail: mailer.mail }, now)
}

/** A started verification of this address, as the next step of a sign-up or of a change of address. */
export interface ShowVerificationStep {
  readonly action: 'show_verification_ui'
  readonly flow: { readonly id: string; readonly verifiable_address: string; readonly url: string }
}

/** Mails a code to the address and gives the flow that takes it. Nothing where verification is off. */
export async function beginVerification(
  core: Core,
  visit: Visit,
  owner: IdentityRecord,
  email: string,
): Promise<ShowVerificationStep[]> {
  if (core.options.verification === undefined) return []
  const begun = await beginFlow(core, visit, verificationFlow)
  await sendVerificationCode(core, begun, email, owner, visit.now)
  const flow = await showCodeStep(core, visit, begun, email, messages.verificationCodeSent())
  const url = flowPageUrl(verificationFlow, visit, flow)
  return [{ action: 'show_verification_ui', flow: { id: flow.id, verifiable_address: email, url } }]
}
