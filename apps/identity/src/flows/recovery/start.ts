import type { Core } from '../../core.ts'
import { httpErrors } from '../../forms/refusal.ts'
import { beginFlow, respondWithFlow, readReturnTo } from '../kind.ts'
import { respondRedirect, type VisitResponse, type Visit } from '../visit.ts'
import { recoveryFlow } from './flow.ts'

export async function startRecovery(core: Core, visit: Visit): Promise<VisitResponse> {
  const returnTo = readReturnTo(visit)
  if ((await visit.session()) !== null) {
    if (visit.wantsJson) throw httpErrors.sessionAlreadyAvailable()
    return respondRedirect(visit.pages.home)
  }
  return respondWithFlow(core, visit, recoveryFlow, await beginFlow(core, visit, recoveryFlow, { returnTo }))
}
