import { isEmail, normalizeEmail } from '@espalier/domain'
import type { Core } from '../core/core.ts'
import {
  type FlowDefinition,
  refuseForm,
  replaceExpiredFlow,
  respondWithFlow,
  updateFlow,
} from '../core/flow-lifecycle.ts'
import type { Visit, VisitResponse } from '../core/visit.ts'
import { readTextField } from '../protocol/fields.ts'
import { type Flow, formWithMessages, isFlowExpired } from '../protocol/flow.ts'
import { labels, type Message, messages } from '../protocol/messages.ts'
import { createInputNode, createSubmitNode, type UiNode } from '../protocol/nodes.ts'
import { findKnownDeviceByEmail } from '../sessions/known-devices.ts'
import type { AttemptSource, BackOffScope } from '../storage/back-off.ts'
import { messageTexts } from '../texts/messages.ts'
import { type CodePurpose, redeemCode, type RedeemedCode } from './mailed-code.ts'

/** The address that the code was requested for. */
const readRequestedEmail = (flow: Flow): string | null =>
  typeof flow.context['email'] === 'string' ? flow.context['email'] : null

/** Shows the address field first, then the code field with a resend button, and nothing once the flow is done. */
export function buildCodeNodes(flow: Flow, codeLabel: Message): UiNode[] {
  const submit = createSubmitNode('code', 'method', 'code', labels.proceed())
  if (flow.state === 'passed_challenge') return []
  if (flow.state === 'choose_method') {
    const email = { name: 'email', type: 'email', required: true, autocomplete: 'email' } as const
    return [createInputNode('code', email, labels.email()), submit]
  }
  const code = {
    name: 'code',
    type: 'text',
    required: true,
    autocomplete: 'one-time-code',
    pattern: '[0-9]+',
    maxlength: 6,
  } as const
  const resendNode = createSubmitNode('code', 'email', readRequestedEmail(flow) ?? '', labels.resendCode())
  return [createInputNode('code', code, codeLabel), submit, resendNode]
}

/** The steps that recovery and verification share: enter an address, then the code that was mailed to it. */
interface CodeSteps {
  readonly kind: FlowDefinition
  readonly purpose: CodePurpose
  readonly mailScope: BackOffScope
  readonly codeScope: BackOffScope
  readonly sentMessage: () => Message
  readonly wrongCodeMessage: () => Message
  /** Answers a form that is submitted again after the correct code. */
  readonly doneMessage: () => Message
  sendTo(email: string): Promise<void>
  complete(redeemed: RedeemedCode): Promise<VisitResponse>
}

export function submitCodeStep(core: Core, visit: Visit, flow: Flow, steps: CodeSteps): Promise<VisitResponse> {
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, steps.kind, flow)
  if (flow.state === 'passed_challenge')
    return refuseForm(core, visit, steps.kind, flow, formWithMessages(steps.doneMessage()))
  const method = readTextField(visit.fields, 'method') ?? 'code'
  if (method !== 'code') {
    return refuseForm(core, visit, steps.kind, flow, formWithMessages(messages.generic(messageTexts.onlyCodes)))
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
  return respondWithFlow(core, visit, kind, await showCodeStep(core, visit, flow, email, sentMessage()))
}

/** Moves the flow to the step that asks for the code mailed to this address. */
export const showCodeStep = (core: Core, visit: Visit, flow: Flow, email: string, message: Message): Promise<Flow> =>
  updateFlow(core, visit, flow, {
    state: 'sent_email',
    active: 'code',
    context: { email },
    form: formWithMessages(message),
  })

async function submitMailedCode(
  core: Core,
  visit: Visit,
  flow: Flow,
  code: string,
  { kind, purpose, codeScope, wrongCodeMessage, complete }: CodeSteps,
): Promise<VisitResponse> {
  visit.csrf.ensure(readTextField(visit.fields, 'csrf_token'))
  const attempt = await core.backOff.attempt(
    codeScope,
    await identifyAttempt(core, visit, readRequestedEmail(flow) ?? ''),
    visit.now,
  )
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
