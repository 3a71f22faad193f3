import { isEmail, normaliseEmail } from '@espalier/domain'
import type { Core } from '../../core.ts'
import { textOf } from '../../forms/fields.ts'
import { messages, type Message } from '../../forms/messages.ts'
import { refusals } from '../../forms/refusal.ts'
import { redeemCode, sendCode } from '../../methods/code/code.ts'
import { isExpired, say, type Flow } from '../flow.ts'
import { pageOf, refuseForm, replaceExpired, submittedFlow, updateFlow } from '../kind.ts'
import { json, redirect, type Answer, type Visit } from '../visit.ts'
import { completeRecovery } from './complete.ts'
import { emailOf, recovery } from './flow.ts'

export async function submitRecovery(core: Core, visit: Visit): Promise<Answer> {
  const flow = await submittedFlow(core, visit, recovery)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw refusals.sessionAlreadyAvailable()
    return redirect(visit.pages.home)
  }
  if (isExpired(flow, visit.now)) return replaceExpired(core, visit, recovery, flow)
  if (flow.state === 'passed_challenge') return refuseForm(core, visit, recovery, flow, say(messages.recoveryDone()))
  const method = textOf(visit.fields, 'method') ?? 'code'
  if (method !== 'code') return refuseForm(core, visit, recovery, flow, say(messages.generic('Recovery is by code.')))
  const code = textOf(visit.fields, 'code')?.trim()
  if (flow.state === 'sent_email' && code !== undefined) return takeCode(core, visit, flow, code)
  return takeEmail(core, visit, flow, textOf(visit.fields, 'email')?.trim())
}

async function takeEmail(core: Core, visit: Visit, flow: Flow, email: string | undefined): Promise<Answer> {
  const field = flow.state === 'sent_email' ? 'code' : 'email'
  const refuse = (name: string, message: Message, value?: string) =>
    refuseForm(
      core,
      visit,
      recovery,
      flow,
      { messages: [], fields: { [name]: { ...(value && { value }), messages: [message] } } },
      'code',
    )
  if (email === undefined || email === '') return refuse(field, messages.missing(field))
  if (!isEmail(email)) return refuse(field, messages.badEmail(email), email)
  visit.csrf.ensure(textOf(visit.fields, 'csrf_token'))
  const who = { account: normaliseEmail(email), address: visit.device.address }
  await core.backOff.attempt('recovery-mail', who, visit.now)
  await sendCode(core, flow.id, email, visit.now)
  const sent = await updateFlow(core, visit, flow, {
    state: 'sent_email',
    active: 'code',
    context: { email },
    form: say(messages.recoveryCodeSent()),
  })
  return visit.wantsJson ? json(await recovery.view(core, visit, sent)) : redirect(pageOf(recovery, visit, sent))
}

async function takeCode(core: Core, visit: Visit, flow: Flow, code: string): Promise<Answer> {
  visit.csrf.ensure(textOf(visit.fields, 'csrf_token'))
  const who = { account: normaliseEmail(emailOf(flow) ?? ''), address: visit.device.address }
  const attempt = await core.backOff.attempt('recovery-code', who, visit.now)
  const identityId = await redeemCode(core, flow.id, code, visit.now)
  if (identityId === null) return refuseForm(core, visit, recovery, flow, say(messages.recoveryCodeWrong()), 'code')
  await attempt.succeeded()
  return completeRecovery(core, visit, flow, identityId)
}
