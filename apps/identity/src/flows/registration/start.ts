import type { Core } from '../../core.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { beginFlow, resolveReturnTo, respondWithFlow, readReturnTo } from '../kind.ts'
import { respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { registrationFlow } from './flow.ts'

export async function startRegistration(core: Core, visit: Visit): Promise<VisitResponse> {
  const returnTo = readReturnTo(visit)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw httpErrors.sessionAlreadyAvailable()
    return respondRedirect(resolveReturnTo(visit, returnTo))
  }
  return respondWithFlow(core, visit, registrationFlow, await beginFlow(core, visit, registrationFlow, { returnTo }))
}
