import { isEmail, normalizeEmail } from '@espalier/domain'
import type { Core } from '../core.ts'
import { readTextField } from '../forms/fields.ts'
import { messages, type Message } from '../forms/messages.ts'
import { redeemCode, type CodePurpose, type RedeemedCode } from '../methods/code/code.ts'
import { readRequestedEmail } from '../methods/code/nodes.ts'
import { findKnownDeviceByEmail } from '../sessions/known-devices.ts'
import type { BackOffScope, AttemptSource } from '../methods/password/back-off.ts'
import { formWithMessages, type Flow } from './flow.ts'
import { flowPageUrl, refuseForm, updateFlow, type FlowDefinition } from './kind.ts'
import { respondJson, respondRedirect, type VisitResponse, type Visit } from './visit.ts'

/** What recovery and verification have alike: an address is given, then the code that was mailed to it. */
export interface CodeSteps {
  readonly kind: FlowDefinition
  readonly purpose: CodePurpose
  readonly mailScope: BackOffScope
  readonly codeScope: BackOffScope
  readonly sentMessage: () => Message
  readonly wrongCodeMessage: () => Message
  sendTo(email: string): Promise<void>
  complete(redeemed: RedeemedCode): Promise<VisitResponse>
}

export function submitCodeStep(core: Core, visit: Visit, flow: Flow, steps: CodeSteps): Promise<VisitResponse> {
  const method = readTextField(visit.fields, 'method') ?? 'code'
  if (method !== 'code') {
    return refuseForm(core, visit, steps.kind, flow, formWithMessages(messages.generic('Only the method code is offered here.')))
  }
  const code = readTextField(visit.fields, 'code')?.trim()
  if (flow.state === 'sent_email' && code !== undefined) return submitMailedCode(core, visit, flow, code, steps)
  return submitCodeEmail(core, visit, flow, readTextField(visit.fields, 'email')?.trim(), steps)
}

async function submitCodeEmail(
  core: Core,
  visit: Visit,
  flow: Flow,
  email: string | undefined,
  { kind, mailScope, sentMessage, sendTo }: CodeSteps,
): Promise<VisitResponse> {
  const field = flow.state === 'sent_email' ? 'code' : 'email'
  const refuse = (name: string, message: Message, value?: string) =>
    refuseForm(
      core,
      visit,
      kind,
      flow,
      { messages: [], fields: { [name]: { ...(value && { value }), messages: [message] } } },
      'code',
    )
  if (email === undefined || email === '') return refuse(field, messages.missing(field))
  if (!isEmail(email)) return refuse(field, messages.badEmail(email), email)
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  await core.backOff.attempt(mailScope, await identifyAttempt(core, visit, email), visit.now)
  await sendTo(email)
  const sent = await showCodeStep(core, visit, flow, email, sentMessage())
  return visit.wantsJson ? respondJson(await kind.view(core, visit, sent)) : respondRedirect(flowPageUrl(kind, visit, sent))
}

/** The flow waits for the code that was mailed to this address. */
export const showCodeStep = (core: Core, visit: Visit, flow: Flow, email: string, message: Message): Promise<Flow> =>
  updateFlow(core, visit, flow, { state: 'sent_email', active: 'code', context: { email }, form: formWithMessages(message) })

async function submitMailedCode(
  core: Core,
  visit: Visit,
  flow: Flow,
  code: string,
  { kind, purpose, codeScope, wrongCodeMessage, complete }: CodeSteps,
): Promise<VisitResponse> {
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const attempt = await core.backOff.attempt(codeScope, await identifyAttempt(core, visit, readRequestedEmail(flow) ?? ''), visit.now)
  const redeemed = await redeemCode(core, purpose, flow.id, code, visit.now)
  if (redeemed === null) return refuseForm(core, visit, kind, flow, formWithMessages(wrongCodeMessage()), 'code')
  await attempt.succeeded()
  return complete(redeemed)
}

const identifyAttempt = async (core: Core, visit: Visit, email: string): Promise<AttemptSource> => ({
  account: normalizeEmail(email),
  address: visit.device.address,
  device: await findKnownDeviceByEmail(core, visit, email),
})
