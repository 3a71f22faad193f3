import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { isExpired, say } from '../flow.ts'
import { leave, refuseForm, replaceExpired, submittedFlow } from '../kind.ts'
import { redirect, type Answer, type Visit } from '../visit.ts'
import { completeLogin } from './complete.ts'
import { login } from './flow.ts'

export async function submitLogin(core: Core, visit: Visit): Promise<Answer> {
  const flow = await submittedFlow(core, visit, login)
  const isRepeat = !flow.refresh && flow.requestedAal === 'aal1'
  if (isRepeat && (await visit.session()) !== null) {
    if (!visit.wantsJson) return redirect(visit.pages.home)
    return refuseForm(core, visit, login, flow, say(messages.generic('You are signed in already.')))
  }
  if (isExpired(flow, visit.now)) return replaceExpired(core, visit, login, flow)
  // No method here is a second factor.
  const methods = flow.requestedAal === 'aal2' ? [] : core.methods
  const method = methods.find(({ login: part }) => part?.claims(visit.fields))
  if (method?.login === undefined) return refuseForm(core, visit, login, flow, say(messages.noLoginMethod()))
  const form = { core, visit, flow }
  const outcome = await method.login.submit(form)
  switch (outcome.kind) {
    case 'leave':
      return leave(visit, outcome.url)
    case 'refused':
      return refuseForm(core, visit, login, flow, outcome.form, method.id)
    case 'authenticated':
      return completeLogin(form, outcome)
  }
}
