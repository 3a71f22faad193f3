import { normalizeEmail } from '@espalier/domain'
import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { isFlowExpired, formWithMessages } from '../flow.ts'
import { sendBrowserTo, refuseForm, replaceExpiredFlow, requireSubmittedFlow } from '../kind.ts'
import { respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { completeRegistration } from './complete.ts'
import { registrationFlow } from './flow.ts'

export async function submitRegistration(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, registrationFlow)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw httpErrors.sessionAlreadyAvailable()
    return respondRedirect(visit.pages.home, 302)
  }
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, registrationFlow, flow)
  const method = core.methods.find(({ registration: part }) => part?.claims(visit.fields))
  if (method?.registration === undefined) {
    return refuseForm(core, visit, registrationFlow, flow, formWithMessages(messages.noRegistrationMethod()))
  }
  const form = { core, visit, flow }
  const outcome = await method.registration.submit(form)
  if (outcome.kind === 'leave') return sendBrowserTo(visit, outcome.url)
  if (outcome.kind === 'refused') return refuseForm(core, visit, registrationFlow, flow, outcome.form, method.id)
  // Every answer that an address is taken counts: it tells a stranger who has an account.
  const account = normalizeEmail(outcome.wanted.traits.email)
  const who = { account, address: visit.device.address, device: null }
  const attempt = await core.backOff.attempt('registration', who, visit.now)
  const done = await completeRegistration(form, outcome)
  if (done.ok) {
    await attempt.succeeded()
    return done.value
  }
  const taken = { messages: [messages.taken()], fields: outcome.fields }
  return refuseForm(core, visit, registrationFlow, flow, taken, method.id)
}
