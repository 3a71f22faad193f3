import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { refusals } from '../../forms/refusal.ts'
import { say } from '../flow.ts'
import { beginFlow, followReturn, presentFlow, requestedReturn } from '../kind.ts'
import { redirect, type Answer, type Visit } from '../visit.ts'
import { login } from './flow.ts'

const isTrue = (value: string | null): boolean => value === 'true' || value === '1'

function requestedLevel(visit: Visit): 'aal1' | 'aal2' {
  const level = visit.query.get('aal') || 'aal1'
  if (level !== 'aal1' && level !== 'aal2') throw refusals.malformed('The level aal must be aal1 or aal2.')
  return level
}

export async function startLogin(core: Core, visit: Visit): Promise<Answer> {
  const requestedAal = requestedLevel(visit)
  const returnTo = requestedReturn(visit)
  const session = await visit.session()
  if (session === null) {
    if (requestedAal === 'aal2') throw refusals.aal1Required()
    return presentFlow(core, visit, login, await beginFlow(core, visit, login, { returnTo }))
  }
  const refresh = isTrue(visit.query.get('refresh'))
  if (!refresh && requestedAal === 'aal1') {
    if (visit.wantsJson) throw refusals.sessionAlreadyAvailable()
    return redirect(followReturn(visit, returnTo))
  }
  const identityId = session.identity.id
  const form = refresh ? { form: say(messages.confirmIdentity()) } : {}
  return presentFlow(
    core,
    visit,
    login,
    await beginFlow(core, visit, login, { returnTo, refresh, requestedAal, identityId, ...form }),
  )
}
