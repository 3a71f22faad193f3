import { isEmail, normaliseEmail } from '@espalier/domain'
import type { Core } from '../core.ts'
import { textOf } from '../forms/fields.ts'
import { messages, type Message } from '../forms/messages.ts'
import { redeemCode, type CodePurpose, type RedeemedCode } from '../methods/code/code.ts'
import { askedEmail } from '../methods/code/nodes.ts'
import { knownDeviceFor } from '../sessions/known-devices.ts'
import type { BackOffScope, Guesser } from '../methods/password/back-off.ts'
import { say, type Flow } from './flow.ts'
import { pageOf, refuseForm, updateFlow, type Kind } from './kind.ts'
import { json, redirect, type Answer, type Visit } from './visit.ts'

/** What recovery and verification have alike: an address is given, then the code that was mailed to it. */
export interface CodeSteps {
  readonly kind: Kind
  readonly purpose: CodePurpose
  readonly mailScope: BackOffScope
  readonly codeScope: BackOffScope
  readonly sentMessage: () => Message
  readonly wrongCodeMessage: () => Message
  sendTo(email: string): Promise<void>
  complete(redeemed: RedeemedCode): Promise<Answer>
}

export function submitCodeStep(core: Core, visit: Visit, flow: Flow, steps: CodeSteps): Promise<Answer> {
  const method = textOf(visit.fields, 'method') ?? 'code'
  if (method !== 'code') {
    return refuseForm(core, visit, steps.kind, flow, say(messages.generic('Only the method code is offered here.')))
  }
  const code = textOf(visit.fields, 'code')?.trim()
  if (flow.state === 'sent_email' && code !== undefined) return submitCode(core, visit, flow, code, steps)
  return submitEmail(core, visit, flow, textOf(visit.fields, 'email')?.trim(), steps)
}

async function submitEmail(
  core: Core,
  visit: Visit,
  flow: Flow,
  email: string | undefined,
  { kind, mailScope, sentMessage, sendTo }: CodeSteps,
): Promise<Answer> {
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
  visit.csrf.ensure(textOf(visit.fields, 'csrf_token'))
  await core.backOff.attempt(mailScope, await guesserOf(core, visit, email), visit.now)
  await sendTo(email)
  const sent = await showCodeStep(core, visit, flow, email, sentMessage())
  return visit.wantsJson ? json(await kind.view(core, visit, sent)) : redirect(pageOf(kind, visit, sent))
}

/** The flow waits for the code that was mailed to this address. */
export const showCodeStep = (core: Core, visit: Visit, flow: Flow, email: string, message: Message): Promise<Flow> =>
  updateFlow(core, visit, flow, { state: 'sent_email', active: 'code', context: { email }, form: say(message) })

async function submitCode(
  core: Core,
  visit: Visit,
  flow: Flow,
  code: string,
  { kind, purpose, codeScope, wrongCodeMessage, complete }: CodeSteps,
): Promise<Answer> {
  visit.csrf.ensure(textOf(visit.fields, 'csrf_token'))
  const attempt = await core.backOff.attempt(codeScope, await guesserOf(core, visit, askedEmail(flow) ?? ''), visit.now)
  const redeemed = await redeemCode(core, purpose, flow.id, code, visit.now)
  if (redeemed === null) return refuseForm(core, visit, kind, flow, say(wrongCodeMessage()), 'code')
  await attempt.succeeded()
  return complete(redeemed)
}

const guesserOf = async (core: Core, visit: Visit, email: string): Promise<Guesser> => ({
  account: normaliseEmail(email),
  address: visit.device.address,
  device: await knownDeviceFor(core, visit, email),
})
