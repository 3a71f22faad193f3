import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { isFlowExpired, formWithMessages } from '../flow.ts'
import { sendBrowserTo, refuseForm, replaceExpiredFlow, requireSubmittedFlow } from '../kind.ts'
import { respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { completeLogin } from './complete.ts'
import { loginFlow } from './flow.ts'

export async function submitLogin(core: Core, visit: Visit): Promise<VisitResponse> {
  const flow = await requireSubmittedFlow(core, visit, loginFlow)
  const isRepeat = !flow.refresh && flow.requestedAal === 'aal1'
  if (isRepeat && (await visit.session()) !== null) {
    if (!visit.wantsJson) return respondRedirect(visit.pages.home)
    return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.generic('You are signed in already.')))
  }
  if (isFlowExpired(flow, visit.now)) return replaceExpiredFlow(core, visit, loginFlow, flow)
  // No method here is a second factor.
  const methods = flow.requestedAal === 'aal2' ? [] : core.methods
  const method = methods.find(({ login: part }) => part?.claims(visit.fields))
  if (method?.login === undefined) return refuseForm(core, visit, loginFlow, flow, formWithMessages(messages.noLoginMethod()))
  const form = { core, visit, flow }
  const outcome = await method.login.submit(form)
  switch (outcome.kind) {
    case 'leave':
      return sendBrowserTo(visit, outcome.url)
    case 'refused':
      return refuseForm(core, visit, loginFlow, flow, outcome.form, method.id)
    case 'authenticated':
      return completeLogin(form, outcome)
  }
}
