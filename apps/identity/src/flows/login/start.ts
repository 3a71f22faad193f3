import type { Core } from '../../core.ts'
import { messages } from '../../forms/messages.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { formWithMessages } from '../flow.ts'
import { beginFlow, resolveReturnTo, respondWithFlow, readReturnTo } from '../kind.ts'
import { respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { loginFlow } from './flow.ts'

const isTrueParameter = (value: string | null): boolean => value === 'true' || value === '1'

function readRequestedAal(visit: Visit): 'aal1' | 'aal2' {
  const level = visit.query.get('aal') || 'aal1'
  if (level !== 'aal1' && level !== 'aal2') throw httpErrors.malformed('The level aal must be aal1 or aal2.')
  return level
}

export async function startLogin(core: Core, visit: Visit): Promise<VisitResponse> {
  const requestedAal = readRequestedAal(visit)
  const returnTo = readReturnTo(visit)
  const session = await visit.session()
  if (session === null) {
    if (requestedAal === 'aal2') throw httpErrors.aal1Required()
    return respondWithFlow(core, visit, loginFlow, await beginFlow(core, visit, loginFlow, { returnTo }))
  }
  const refresh = isTrueParameter(visit.query.get('refresh'))
  if (!refresh && requestedAal === 'aal1') {
    if (visit.wantsJson) throw httpErrors.sessionAlreadyAvailable()
    return respondRedirect(resolveReturnTo(visit, returnTo))
  }
  const identityId = session.identity.id
  const form = refresh ? { form: formWithMessages(messages.confirmIdentity()) } : {}
  return respondWithFlow(
    core,
    visit,
    loginFlow,
    await beginFlow(core, visit, loginFlow, { returnTo, refresh, requestedAal, identityId, ...form }),
  )
}
