import { normaliseEmail } from '@espalier/domain'
import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { refusals } from '../../forms/refusal.ts'
import { isExpired, say } from '../flow.ts'
import { leave, refuseForm, replaceExpired, submittedFlow } from '../kind.ts'
import { redirect, type Answer, type Visit } from '../visit.ts'
import { completeRegistration } from './complete.ts'
import { registration } from './flow.ts'

export async function submitRegistration(core: Core, visit: Visit): Promise<Answer> {
  const flow = await submittedFlow(core, visit, registration)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw refusals.sessionAlreadyAvailable()
    return redirect(visit.pages.home, 302)
  }
  if (isExpired(flow, visit.now)) return replaceExpired(core, visit, registration, flow)
  const method = core.methods.find(({ registration: part }) => part?.claims(visit.fields))
  if (method?.registration === undefined) {
    return refuseForm(core, visit, registration, flow, say(messages.noRegistrationMethod()))
  }
  const form = { core, visit, flow }
  const outcome = await method.registration.submit(form)
  if (outcome.kind === 'leave') return leave(visit, outcome.url)
  if (outcome.kind === 'refused') return refuseForm(core, visit, registration, flow, outcome.form, method.id)
  // Every answer that an address is taken counts: it tells a stranger who has an account.
  const account = normaliseEmail(outcome.wanted.traits.email)
  const who = { account, address: visit.device.address, device: null }
  const attempt = await core.backOff.attempt('registration', who, visit.now)
  const done = await completeRegistration(form, outcome)
  if (done.ok) {
    await attempt.succeeded()
    return done.value
  }
  const taken = { messages: [messages.taken()], fields: outcome.fields }
  return refuseForm(core, visit, registration, flow, taken, method.id)
}
